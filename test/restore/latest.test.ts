import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { comparable, itemsOf, restoreHome, restoreInto } from '../helpers/restoring.ts'

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
  expect((await restore()).stdout.toString()).toContain('Nothing to do')
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
