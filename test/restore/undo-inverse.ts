/** A random organization is damaged, restored, and the restore undone: then it is damaged as it was. */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { write } from '../helpers/platform-write.ts'
import { comparableState, itemsOf, restoreHome } from '../helpers/restoring.ts'

const typed = 'Acme Documentation'
const profiles = ['full', 'current'] as const
const roles = ['read', 'comment', 'edit', 'admin'] as const

const DAMAGES = [
  'role',
  'level',
  'title',
  'team',
  'no-team',
  'in-team',
  'out-of-team',
  'box',
  'text',
  'no-page',
] as const

interface Damage {
  what: (typeof DAMAGES)[number]
  which: number
  role: (typeof roles)[number]
}

const damages: fc.Arbitrary<Damage[]> = fc.array(
  fc.record({ what: fc.constantFrom(...DAMAGES), which: fc.nat(20), role: fc.constantFrom(...roles) }),
  { minLength: 1, maxLength: 6 },
)

export async function assertUndoIsInverse(numRuns: number): Promise<void> {
  const property = fc.asyncProperty(fc.constantFrom(...profiles), damages, async (profile, list) => {
    const company = await makeCompany(small(profile))
    try {
      await company.backUp()
      for (const [index, one] of list.entries()) await damage(company, one, index)
      await damagedRestoredUndone(company)
    } finally {
      await company.emulator.close()
    }
  })
  await fc.assert(property, { numRuns, endOnFailure: true })
}

function small(profile: (typeof profiles)[number]): EmulatorOptions {
  return { profile, members: 4, teams: 2, specs: [] }
}

async function damagedRestoredUndone(company: Company): Promise<void> {
  const home = restoreHome(company)
  const before = aliveIn(company)
  const request = { onConflict: 'update' as const, deleteExtra: typed, allowWidening: typed }
  const { plan } = await home.plan('1', request)
  if (!plan || plan.steps.length === 0) return
  const { result } = await home.run({ action: 'apply', plan })
  expect(result?.outcome.failures).toEqual([])
  const undo = await home.run({ action: 'undo', run: result?.run ?? 0, request: { allowWidening: typed } })
  if (!undo.plan) throw new Error('there is no plan')
  expect(undo.plan.skipped).toEqual([])
  // Whatever an undo cannot do was said before the restore began.
  expect(undo.plan.impossible.length).toBeLessThanOrEqual(plan.lasting.length)
  const undone = await home.run({ action: 'apply', plan: undo.plan })
  expect(undone.result?.outcome.failures).toEqual([])
  expect(undone.result?.verification.differences).toEqual([])
  if (plan.lasting.length === 0) {
    expect(aliveIn(company)).toEqual(before)
    expect(undone.result?.undone).toBe(result?.run)
  } else expect(undone.result?.undone).toBeNull()
}

async function damage(company: Company, { what, which, role }: Damage, index: number): Promise<void> {
  const { emulator } = company
  const vault = company.vault()
  const pick = (kind: string) => {
    const items = itemsOf(vault, '1', kind)
    const item = items[which % items.length]
    if (!item) throw new Error(`there is no ${kind}`)
    return item
  }
  const path = (user: string, team: string) => `/orgs/${emulator.organization}/teams/${team}/members/${user}`
  const tries = {
    role: () =>
      emulator.patch('member', itemsOf(vault, '1', 'member').at(-1 - (which % 3))?.id ?? '', { role }),
    level: () => emulator.patch('space', pick('space').id, { defaultLevel: role }),
    title: () => emulator.patch('team', pick('team').id, { title: `Renamed ${index}` }),
    team: () =>
      void emulator.create('team', { title: `Made ${index}`, members: { [pick('member').id]: 'member' } }),
    'no-team': () => emulator.remove('team', pick('team').id),
    'in-team': () => write(emulator, 'PUT', path(pick('member').id, pick('team').id), {}),
    'out-of-team': () => {
      const { id, parentId } = pick('team-member')
      return write(emulator, 'DELETE', path(id, parentId ?? ''))
    },
    box: () => void emulator.create('collection', { title: `Box ${index}` }),
    text: () => emulator.patch('page', pick('page').id, { markdown: `# Damaged\n\nBy damage ${index}.\n` }),
    'no-page': () => emulator.remove('page', pick('page').id),
  }
  try {
    await tries[what]()
  } catch (error) {
    // An earlier damage took it away, or it is no page with a text.
    if (!/404|400|not found|no /i.test(String(error))) throw error
  }
}

/** Without what no service forgets: merged drafts, and spaces that are deleted. */
function aliveIn({ emulator }: Company): unknown {
  const state = JSON.parse(JSON.stringify(emulator.state()))
  state.spaces = state.spaces
    .filter((one: { deletedAt?: string }) => one.deletedAt === undefined)
    .map(({ drafts: _drafts, ...space }: Record<string, unknown>) => space)
  return comparableState(state, emulator.organization)
}
