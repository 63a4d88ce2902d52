import { expect, test } from 'vitest'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { docvault } from '../../helpers/docvault.ts'
import { write } from '../../helpers/platform-write.ts'
import { comparable, itemsOf, jsonOf, restoreHome } from '../../helpers/restoring.ts'

const typed = 'Acme Documentation'

test('what one night did is taken back, and what people did before and after it stays', async () => {
  const company = await makeCompany({ profile: 'current' })
  const { emulator } = company
  await company.backUp()
  const vault = company.vault()
  const [team, other] = itemsOf(vault, '1', 'team')
  const handbook = idOf(company, 'Handbook')
  // The night: a team gone, a page overwritten, somebody raised, a space and a page that nobody wanted.
  const person = itemsOf(vault, '1', 'member').find(one => jsonOf(vault, one).role === 'read')
  emulator.remove('team', team?.id ?? '')
  emulator.patch('member', person?.id ?? '', { role: 'admin' })
  emulator.create('space', { title: 'Casino' })
  emulator.create('page', { space: handbook, title: 'Buy now', markdown: '# Buy now\n\nCheap.\n' })
  emulator.patch('page', pageOf(company, '1', 'Install'), { markdown: '# Install\n\nDefaced.\n' })
  await company.backUp({ exact: true })
  // The morning after: people go on.
  emulator.patch('team', other?.id ?? '', { title: 'Renamed in the morning' })
  emulator.patch('page', pageOf(company, '1', 'On Linux'), {
    markdown: '# On Linux\n\nWritten in the morning.\n',
  })

  const home = restoreHome(company)
  const request = { onConflict: 'update' as const, deleteExtra: typed, allowWidening: typed }
  const { plan } = await home.run({ action: 'incident', before: '1', after: '2', request })
  if (!plan) throw new Error('there is no plan')
  expect(plan.skipped).toEqual([])
  expect(plan.overwritten.map(one => [one.label, one.diff])).toEqual([
    ['Install', expect.arrayContaining(['-Defaced.'])],
  ])
  const { result } = await home.run({ action: 'apply', plan })
  expect(result?.verification.differences).toEqual([])
  expect(result?.state).toBe('complete')
  const after = String(result?.after)
  const text = textOf(company)
  expect(text).not.toMatch(/Defaced|Buy now/)
  expect(text).toContain('Written in the morning.')
  expect(titlesOf(company, after, 'team')).toContain('Renamed in the morning')
  expect(titlesOf(company, after, 'team')).toContain(jsonOf(vault, team ?? fail()).title)
  expect(titlesOf(company, after, 'space')).not.toContain('Casino')
  const now = itemsOf(company.vault(), after, 'member').find(one => one.id === person?.id)
  expect(jsonOf(company.vault(), now ?? fail()).role).toBe('read')

  const again = await home.run({ action: 'incident', before: '1', after: '2', request })
  expect(again.plan?.steps).toEqual([])
})

test('what came back as something else is not made a second time', async () => {
  const company = await makeCompany({ profile: 'current' })
  await company.backUp()
  const vault = company.vault()
  const group = itemsOf(vault, '1', 'page-group').find(one => one.parentId === idOf(company, 'Handbook'))
  company.emulator.remove('page', group?.id ?? '')
  await company.backUp({ exact: true })
  const home = restoreHome(company)
  const request = { onConflict: 'update' as const }
  const { plan } = await home.run({ action: 'incident', before: '1', after: '2', request })
  if (!plan) throw new Error('there is no plan')
  // Batches make a page of a group.
  expect(plan.losses.map(one => one.property)).toContain('type')
  await home.run({ action: 'apply', plan })
  const again = await home.run({ action: 'incident', before: '1', after: '2', request })
  expect(again.plan?.steps).toEqual([])
})

test('a section that came since is not taken away with what stood on the site before', async () => {
  const company = await makeCompany({ sites: 2 })
  await company.backUp()
  const { emulator } = company
  const shown = () => itemsOf(company.vault(), 'latest', 'site-space').map(one => one.id)
  const before = shown()
  const site = itemsOf(company.vault(), '1', 'site').find(
    ({ id }) => !itemsOf(company.vault(), '1', 'site-section').some(one => one.parentId === id),
  )
  const section = { spaceId: idOf(company, 'Handbook'), title: 'Come since' }
  await write(emulator, 'POST', `/orgs/${emulator.organization}/sites/${site?.id}/sections`, section)
  await company.backUp({ exact: true })
  const home = restoreHome(company)
  const request = { onConflict: 'update' as const, deleteExtra: typed }
  const { plan } = await home.run({ action: 'incident', before: '1', after: '2', request })
  if (!plan) throw new Error('there is no plan')
  expect(plan.skipped.map(one => one.reason).join()).toContain('it holds site-space')
  const { result } = await home.run({ action: 'apply', plan })
  expect(result?.outcome.failures).toEqual([])
  await company.backUp({ exact: true })
  expect(shown()).toEqual(expect.arrayContaining(before))
})

test('the command proposes it, removes nothing without a typed title, and an undo of it shows its plan first', async () => {
  const company = await makeCompany({ profile: 'current' })
  await company.backUp()
  const handbook = idOf(company, 'Handbook')
  company.emulator.create('page', { space: handbook, title: 'Buy now', markdown: '# Buy now\n' })
  company.emulator.patch('page', pageOf(company, '1', 'Install'), { markdown: '# Install\n\nDefaced.\n' })
  await company.backUp({ exact: true })
  const run = (...args: string[]) => docvault(args, { cwd: company.folder, env: company.env })
  const state = () => textOf(company)
  const before = comparable(restoreHome(company))

  const proposed = await run('restore', '--incident', '1..2')
  expect(proposed.stdout.toString()).toMatch(/between snapshot 1 .* and snapshot 2 is taken back/)
  expect(proposed.stdout.toString()).toContain('--delete-extra removes it')
  expect(comparable(restoreHome(company))).toEqual(before)
  const backwards = await run('restore', '--incident', '2..1')
  expect([backwards.code, backwards.stderr]).toEqual([2, expect.stringContaining('is not older')])

  const applied = await run('restore', '--incident', '1..2', '--apply', '--yes')
  expect(applied.code).toBe(0)
  expect(state()).toContain('Buy now')
  expect(state()).not.toContain('Defaced')

  const planned = await run('restore', 'undo', '1', '--plan')
  expect(planned.stdout.toString()).toContain('What restore 1 did is taken back')
  expect(planned.stdout.toString()).toContain('+Defaced.')
  expect(state()).not.toContain('Defaced')
  const unasked = await run('restore', 'undo', '1')
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('nobody is there to agree')])
  const undone = await run('restore', 'undo', '1', '--yes')
  expect(undone.stdout.toString()).toContain('restore 1 is undone, all of it')
  expect(undone.code).toBe(0)
  expect(state()).toContain('Defaced')
  const runs = await run('restore', 'runs')
  expect(runs.stdout.toString()).toMatch(/1 .*incident 1\.\.2 .*undone by 2/)
  expect(runs.stdout.toString()).toContain('undo of restore 1')
})

/** Of all pages, as they were read last. */
function textOf(company: Company): string {
  const vault = company.vault()
  const last = vault.snapshots().at(-1)?.snapshot
  return itemsOf(vault, String(last), 'page')
    .flatMap(page => page.parts.filter(part => part.name === 'markdown'))
    .map(part => vault.read(part.content).toString())
    .join('\n')
}

function fail(): never {
  throw new Error('it is not there')
}

function idOf(company: Company, title: string): string {
  const vault = company.vault()
  return itemsOf(vault, '1', 'space').find(one => jsonOf(vault, one).title === title)?.id ?? ''
}

function pageOf(company: Company, snapshot: string, title: string): string {
  const vault = company.vault()
  const handbook = idOf(company, 'Handbook')
  const pages = itemsOf(vault, snapshot, 'page').filter(one => one.parentId === handbook)
  return pages.find(one => jsonOf(vault, one).title === title)?.id ?? ''
}

function titlesOf(company: Company, snapshot: string, kind: string): unknown[] {
  const vault = company.vault()
  return itemsOf(vault, snapshot, kind).map(one => jsonOf(vault, one).title)
}

test('what the night before had not read is no addition: nothing of it is removed', async () => {
  const company = await makeCompany({ profile: 'current' })
  company.emulator.fault({ operation: 'listTeamsInOrganizationById', kind: 'status', status: 403 })
  const first = await company.backUp()
  expect(first.gaps.map(({ kind }) => kind)).toContain('team')
  company.emulator.clearFaults()
  await company.backUp({ exact: true })
  const home = restoreHome(company)
  const request = { onConflict: 'update' as const, deleteExtra: typed }
  const unread = 'snapshot 1 could not read it (refused: '
  const taken = await home.run({ action: 'incident', before: '1', after: '2', request })
  const whole = await home.plan('1', request)
  for (const plan of [taken.plan, whole.plan]) {
    expect(plan?.steps.filter(({ action }) => action === 'delete')).toEqual([])
    const teams = plan?.skipped.filter(({ kind }) => kind === 'team') ?? []
    expect(teams).toHaveLength(itemsOf(company.vault(), '2', 'team').length)
    for (const { reason } of teams) expect(reason).toContain(unread)
  }
})
