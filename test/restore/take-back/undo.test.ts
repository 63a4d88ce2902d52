import { describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { makeIncidentCompany } from '../../helpers/incidents/incident-company.ts'
import { incidents } from '../../helpers/incidents/incidents.ts'
import { write } from '../../helpers/platform-write.ts'
import {
  comparable,
  itemsOf,
  jsonOf,
  restoreHome,
  restoreInto,
  type Target,
} from '../../helpers/restoring.ts'

const profiles = ['document', 'full', 'current'] as const
const typed = 'Acme Documentation'

test('an undo leaves what stands under other parents with the same id: memberships in other teams', async () => {
  const company = await makeCompany({ profile: 'full' })
  await company.backUp()
  const vault = company.vault()
  const [membership] = itemsOf(vault, '1', 'team-member')
  if (!membership) throw new Error('nobody is in a team')
  const others = itemsOf(vault, '1', 'team').filter(one => one.id !== membership.parentId)
  const { organization } = company.emulator
  const path = (team: string) => `/orgs/${organization}/teams/${team}/members/${membership.id}`
  for (const { id } of others) await write(company.emulator, 'PUT', path(id), {})
  await write(company.emulator, 'DELETE', path(membership.parentId ?? ''))
  const home = restoreHome(company)
  const before = comparable(home)
  const { result } = await home.apply('1', { kinds: ['team-member'] })
  expect(result?.verification.differences).toEqual([])
  expect(comparable(home)).not.toEqual(before)
  await undo(home, result?.run ?? 0)
  expect(comparable(home)).toEqual(before)
})

test('an undo puts back roles, titles and settings that the run changed in place', async () => {
  const company = await makeCompany({ profile: 'full', sites: 1 })
  await company.backUp()
  const { emulator } = company
  const vault = company.vault()
  const one = (kind: string) => itemsOf(vault, '1', kind).at(-1)?.id ?? ''
  emulator.patch('member', one('member'), { role: 'admin' })
  emulator.patch('space', one('space'), { title: 'Renamed by hand', defaultLevel: 'edit' })
  emulator.patch('collection', one('collection'), { title: 'Another title', defaultLevel: 'admin' })
  emulator.patch('organization', emulator.organization, { defaultRole: 'edit' })
  const home = restoreHome(company)
  const before = comparable(home)
  const { result } = await home.apply('1', { onConflict: 'update' })
  expect(comparable(home)).not.toEqual(before)
  await undo(home, result?.run ?? 0, { allowWidening: typed })
  expect(comparable(home)).toEqual(before)
  expect(company.vault().restoreRuns()[0]?.state).toBe('undone')
})

describe.each(['full', 'current'] as const)('pages that were overwritten, profile %s', profile => {
  test('come back as they were before the restore, and what was edited since is named and left', async () => {
    const company = await makeCompany({ profile })
    await company.backUp()
    await company.edit({
      'guides/install.md': '# Install\n\nThe newer text.\n',
      'guides/linux.md': '# On Linux\n\nNewer, too.\n',
    })
    const home = restoreHome(company)
    const { result } = await home.apply('1', { spaces: ['Handbook'], onConflict: 'update' })
    expect(textOf(company, result?.after, 'Install')).not.toContain('newer text')
    const page = pageOf(company, result?.after, 'On Linux')
    company.emulator.patch('page', page.id, { markdown: '# On Linux\n\nEdited after the restore.\n' })
    const undone = await undo(home, result?.run ?? 0)
    expect(textOf(company, undone.result?.after, 'Install')).toContain('The newer text.')
    expect(textOf(company, undone.result?.after, 'On Linux')).toContain('Edited after the restore.')
    expect(undone.plan?.skipped.map(({ kind, label, reason }) => [kind, label, reason])).toContainEqual([
      'page',
      'On Linux',
      expect.stringContaining('changed since'),
    ])
    expect(company.vault().restoreRuns()[0]?.state).toBe('complete')
  })
})

test.each(profiles)(
  'a space that a run made is gone after its undo, and comes back with the undo of that, profile %s',
  async profile => {
    const company = await makeCompany({ profile })
    if (profile === 'document') company.emulator.create('space', { title: 'Template' })
    await company.backUp()
    const second = itemsOf(company.vault(), '1', 'space').find(
      one => jsonOf(company.vault(), one).title === 'Second',
    )
    company.emulator.remove('space', second?.id ?? '')
    const home = restoreHome(company)
    const before = titles(home)
    const { result } = await home.apply('1', { spaces: ['Second'] })
    const after = titles(home)
    expect(after).not.toEqual(before)
    const first = await undo(home, result?.run ?? 0)
    expect(titles(home)).toEqual(before)
    expect(
      company
        .vault()
        .restoreRuns()
        .map(one => one.state),
    ).toEqual(['undone', 'complete'])
    await undo(home, first.result?.run ?? 0)
    expect(titles(home)).toEqual(after)
    expect(
      company
        .vault()
        .restoreRuns()
        .map(one => one.state),
    ).toEqual(['complete', 'undone', 'complete'])
  },
)

test('what a run deleted comes back with its undo, with everything in it', async () => {
  const company = await makeCompany({ profile: 'current' })
  await company.backUp()
  const team = company.emulator.create('team', { title: 'Made later' })
  const [member] = itemsOf(company.vault(), '1', 'member')
  await write(
    company.emulator,
    'PUT',
    `/orgs/${company.emulator.organization}/teams/${team}/members/${member?.id}`,
    {},
  )
  const home = restoreHome(company)
  const before = comparable(home)
  const { result } = await home.apply('1', { deleteExtra: typed })
  expect(JSON.stringify(comparable(home))).not.toContain('Made later')
  await undo(home, result?.run ?? 0, { allowWidening: typed })
  expect(comparable(home)).toEqual(before)
})

test('an undo that ended early goes on where it stopped, and the run is undone then', {
  timeout: 5 * 60_000,
}, async () => {
  const company = await makeCompany({ profile: 'full' })
  await company.backUp()
  const vault = company.vault()
  for (const { id } of itemsOf(vault, '1', 'team')) company.emulator.patch('team', id, { title: `Was ${id}` })
  const home = restoreHome(company)
  const before = comparable(home)
  const { result } = await home.apply('1', { kinds: ['team'], onConflict: 'update' })
  const { plan } = await home.run({ action: 'undo', run: result?.run ?? 0 })
  if (!plan) throw new Error('there is no plan')
  expect(plan.steps.length).toBeGreaterThan(1)
  const abort = new AbortController()
  const cut = home.run(
    { action: 'apply', plan },
    { signal: abort.signal, report: event => event.type === 'step' && abort.abort() },
  )
  await expect(cut).rejects.toThrow()
  expect(comparable(home)).not.toEqual(before)
  await home.run({ action: 'resume', run: company.vault().restoreRuns().at(-1)?.id ?? 0 })
  expect(comparable(home)).toEqual(before)
  expect(company.vault().restoreRuns()[0]?.state).toBe('undone')
})

/** As the command does it: plans, and applies the plan. */
async function undo(home: Target, run: number, request: { allowWidening?: string } = {}) {
  const { plan } = await home.run({ action: 'undo', run, request })
  if (plan === null) throw new Error('there is no plan')
  if (plan.steps.length === 0) return { plan, result: null }
  return home.run({ action: 'apply', plan })
}

function titles(home: Target): unknown {
  const state = JSON.parse(JSON.stringify(home.emulator.state()))
  return state.spaces
    .filter((one: { deletedAt?: string }) => one.deletedAt === undefined)
    .map((one: { title: string; pages?: unknown[] }) => one.title)
    .sort()
}

function pageOf(company: Company, snapshot: number | undefined, title: string) {
  const vault = company.vault()
  const handbook = itemsOf(vault, '1', 'space').find(one => jsonOf(vault, one).title === 'Handbook')
  const page = itemsOf(vault, String(snapshot), 'page').find(
    one => one.parentId === handbook?.id && jsonOf(vault, one).title === title,
  )
  if (!page) throw new Error(`there is no page ${title}`)
  return page
}

function textOf(company: Company, snapshot: number | undefined, title: string): string {
  const vault = company.vault()
  const part = pageOf(company, snapshot, title).parts.find(one => one.name === 'markdown')
  return part ? vault.read(part.content).toString() : ''
}

test('an undo of what stands on a site takes its look with it, and no page for it', {
  timeout: 5 * 60_000,
}, async () => {
  const company = await makeIncidentCompany('full')
  await company.backUp()
  await incidents.find(one => one.needs === 'sites')?.damage(company)
  const home = restoreHome(company)
  const { result } = await home.apply('1', { onConflict: 'update' })
  const undone = await undo(home, result?.run ?? 0)
  expect(undone.plan?.steps.map(one => one.kind)).toEqual(
    expect.arrayContaining(['site-section', 'site-space']),
  )
  expect(undone.plan?.steps.map(one => one.kind)).not.toContain('page')
  expect([undone.result?.outcome.failures, undone.result?.state]).toEqual([[], 'complete'])
})

test('a link that lets people in, made by a run, is gone after its undo', async () => {
  const company = await makeCompany({ profile: 'full' })
  await company.backUp()
  const target = await restoreInto(company, { profile: 'full' })
  const doors = () =>
    JSON.parse(JSON.stringify(target.emulator.state())).organizations.find(
      (one: { id: string }) => one.id === target.organization,
    ).linkInvites
  const { result } = await target.apply('1', {})
  expect(doors()).toHaveLength(1)
  const undone = await undo(target, result?.run ?? 0)
  expect([undone.result?.outcome.failures, doors()]).toEqual([[], []])
})
