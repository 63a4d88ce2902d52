/** A random organization is damaged, restored, and the restore undone: then it is damaged as it was. */

import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { handbookFiles, writeFiles } from '../../helpers/company.ts'
import { differencesOf, lineOf, readFacts } from '../../helpers/incidents/facts.ts'
import { write } from '../../helpers/platform-write.ts'
import { inWorld, TITLE, type World } from '../../helpers/restore-world.ts'
import { comparableState, itemsOf, jsonOf } from '../../helpers/restoring.ts'

const profiles = ['document', 'full', 'current'] as const
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

export interface UndoRun {
  profile: (typeof profiles)[number]
  damages: Damage[]
}

export const undoRun: fc.Arbitrary<UndoRun> = fc.record({
  profile: fc.constantFrom(...profiles),
  damages,
})

/** Answers what was done, in a word. */
export async function assertUndoIsInverse({
  profile,
  damages: list,
}: UndoRun): Promise<'nothing' | 'lasts' | 'undone'> {
  return inWorld(
    folder => ({ profile, members: 4, teams: 2, comments: 0, load: loaded(folder) }),
    async world => {
      const snapshot = await world.backUp()
      for (const [index, one] of list.entries()) await damage(world, one, index)
      return restoredAndUndone(world, snapshot)
    },
  )
}

function loaded(folder: string) {
  return ['Handbook', 'Second'].map(title => {
    writeFiles(join(folder, title), handbookFiles)
    return { title, folder: join(folder, title) }
  })
}

async function restoredAndUndone(world: World, snapshot: number): Promise<'nothing' | 'lasts' | 'undone'> {
  const before = aliveIn(world)
  const facts = readFacts(world.emulator.state(), world.emulator.organization)
  const request = { onConflict: 'update' as const, deleteExtra: TITLE, allowWidening: TITLE }
  const plan = await world.plan(snapshot, request)
  if (plan.steps.length === 0) return 'nothing'
  const result = await world.apply(plan)
  expect(result.outcome.failures).toEqual([])
  const undo = await world.planUndo(result.run)
  expect(undo.skipped).toEqual([])
  // Whatever an undo cannot do was said before the restore began.
  expect(undo.impossible.length).toBeLessThanOrEqual(plan.lasting.length)
  const undone = await world.apply(undo)
  expect(undone.outcome.failures).toEqual([])
  expect(undone.verification.differences).toEqual([])
  if (plan.lasting.length > 0) {
    expect(undone.undone).toBeNull()
    return 'lasts'
  }
  const after = readFacts(world.emulator.state(), world.emulator.organization, facts.names)
  expect(differencesOf(facts, after).map(lineOf)).toEqual([])
  expect(aliveIn(world)).toEqual(before)
  expect(undone.undone).toBe(result.run)
  return 'undone'
}

async function damage(world: World, { what, which, role }: Damage, index: number): Promise<void> {
  const { emulator, vault } = world
  const pick = (kind: string) => {
    const items = itemsOf(vault, '1', kind)
    const item = items[which % items.length]
    if (!item) throw new Error(`there is no ${kind}`)
    return item
  }
  // A link has no text on any platform.
  const pickText = () => {
    const pages = itemsOf(vault, '1', 'page').filter(page => jsonOf(vault, page).type === 'document')
    return pages[which % pages.length] ?? pick('page')
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
    text: () => emulator.patch('page', pickText().id, { markdown: `# Damaged\n\nBy damage ${index}.\n` }),
    'no-page': () => emulator.remove('page', pick('page').id),
  }
  try {
    await tries[what]()
  } catch (error) {
    // An earlier damage took it away, or it is no page with a text.
    if (!/404|400|not found|no /i.test(String(error))) throw error
  }
}

/** Without what no service forgets: merged drafts, where a revision came from, and spaces that are deleted. */
function aliveIn({ emulator }: World): unknown {
  // An invitation tells of its space, too, how many drafts there ever were.
  const state = JSON.parse(JSON.stringify(emulator.state()), (name, value) =>
    name === 'changeRequests' && typeof value === 'number' ? undefined : value,
  )
  state.spaces = state.spaces
    .filter((one: { deletedAt?: string }) => one.deletedAt === undefined)
    .map(({ drafts: _drafts, content, ...space }: Record<string, unknown>) => ({
      ...space,
      content: { ...Object(content), type: null, parents: null, mergedFrom: null },
    }))
  return comparableState(state, emulator.organization)
}
