import { expect, test } from 'vitest'
import { makeCompany } from '../../helpers/company.ts'
import { docvault } from '../../helpers/docvault.ts'
import { comparable, itemsOf, restoreHome, restoreInto } from '../../helpers/restoring.ts'

test('`latest` is the newest backup, never what a restore read of the organization it fills', async () => {
  const company = await makeCompany()
  await company.backUp()
  const target = await restoreInto(company)
  const run = (...args: string[]) => docvault(args, { env: target.env })
  const restore = (...args: string[]) => run('restore', 'latest', '--to', target.organization, ...args)
  const planned = (await restore()).stdout.toString()
  expect(planned).toContain('From snapshot 1 of Acme Documentation (')
  expect(planned).toContain(`into organization Scratch (${target.organization})`)
  const applied = await restore('--apply', '--yes')
  expect(applied.code).toBe(0)
  expect(applied.stdout.toString()).toMatch(/\nrestore 1 begins\..*`docvault restore --resume 1`/)
  expect(JSON.stringify(comparable(target))).toContain('"title":"Handbook"')
  const again = (await restore()).stdout.toString()
  expect(again).toContain('\nNo steps, but 2 things left as above')
  // What is left has to be asked for by its kind.
  expect(again).not.toContain('--on-conflict')
  const drill = await run('drill', '--json')
  expect(drill.events.findLast(one => one.message_type === 'summary')).toMatchObject({ snapshot: 1 })
  const shown = await run('show', 'latest', '--json')
  expect(shown.events.at(-1)).toMatchObject({ snapshot: 1 })
  expect((await run('audit', 'access', '--json')).code).toBe(0)
  // What it was before can still be named.
  const before = itemsOf(company.vault(), '2', 'space')
  expect(before).toEqual([])
  expect((await run('restore', '2', '--to', target.organization)).code).toBe(0)
})

test('after a restore `latest` is the state after it, and what plans read is marked and not in the way', async () => {
  const company = await makeCompany()
  await company.backUp()
  const [team] = itemsOf(company.vault(), '1', 'team')
  company.emulator.remove('team', team?.id ?? '')
  await company.backUp({ exact: true })
  const { result } = await restoreHome(company).apply('1', { kinds: ['team', 'team-member'] })
  expect(company.vault().resolve('latest').snapshot).toBe(result?.after)
  const run = (...args: string[]) => docvault(args, { env: company.env })
  const changes = (await run('diff', '2', 'latest', '--json')).events
  expect(changes).toContainEqual(expect.objectContaining({ type: 'added', kind: 'team' }))
  const rows = (text: Buffer) => text.toString().match(/^ *\d+ +complete/gm)?.length
  const listed = await run('snapshots')
  expect(rows(listed.stdout)).toBe(2)
  expect(listed.stdout.toString()).toContain('3 readings of plans and restores not shown: --all shows them')
  const all = await run('snapshots', '--all')
  expect(rows(all.stdout)).toBe(5)
  expect(all.stdout.toString()).toContain('restore (before)')
})

test('going on with a restore reads the target once, and once more to compare', async () => {
  const company = await makeCompany()
  await company.backUp()
  const target = await restoreInto(company)
  const { result } = await target.apply('1')
  const readings: string[] = []
  const report = (event: { type: string; what?: string }) => {
    if (event.type === 'reading') readings.push(String(event.what))
  }
  await target.run({ action: 'resume', run: result?.run ?? 0 }, { report })
  expect(readings).toEqual(['before', 'after'])
})

test.each(['document', 'full', 'current'] as const)(
  'where nobody touched anything nothing is to do, and nothing is said to be lost, profile %s',
  async profile => {
    const company = await makeCompany({ profile, comments: 4, changeRequests: 4, sites: 2 })
    await company.backUp()
    const { plan } = await restoreHome(company).plan('latest')
    expect(plan?.steps).toEqual([])
    expect(plan?.impossible).toEqual([])
  },
)
