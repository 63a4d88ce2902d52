import { expect, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { withClient, withHeld } from '../../jobs/held.ts'
import { isFields } from '../../src/model/fields.ts'
import { resources } from '../../src/resources/index.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { spotCheck } from '../../src/verify/spot/spot-check.ts'
import type { SpotReport } from '../../src/verify/spot/types.ts'
import { type Company, handbookFiles, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'

const EVERYTHING = 10_000

/** Of everything, unless said otherwise. */
async function spot(company: Company, options: { count?: number; vault?: Vault } = {}): Promise<SpotReport> {
  const config = loadConfig({ env: company.env })
  const vault = options.vault ?? company.vault()
  const context = { config, signal: undefined, report: () => {} }
  return withHeld(context, 'test', held =>
    withClient(held, undefined, async platform => {
      const organization = await platform.organizations.get(company.emulator.organization)
      return spotCheck({
        platform,
        vault,
        organization,
        resources,
        snapshot: vault.resolve('latest'),
        count: options.count ?? EVERYTHING,
        formats: config['backup.formats'],
        knownSites: [],
        alsoRead: [],
      })
    }),
  )
}

test.each(['document', 'full', 'current'] as const)(
  'where nobody changed anything, all that a snapshot has is as the platform has it, profile %s',
  async profile => {
    const company = await makeCompany({ profile, comments: 3, changeRequests: 4, sites: 2 })
    await company.backUp()
    const { results } = await spot(company)
    expect(results.filter(({ state }) => state !== 'same')).toEqual([])
    expect(new Set(results.map(({ stored }) => stored.kind)).size).toBeGreaterThan(15)
    // Some kinds have nothing that they are called by.
    expect(results.filter(({ title }) => !title)).toEqual([])
  },
)

test('what people changed since is changed, what they deleted is gone, and the rest is the same', async () => {
  const company = await makeCompany()
  await company.backUp()
  const outline = (handbookFiles['SUMMARY.md'] ?? '').replace('* [Empty](guides/empty.md)\n', '')
  await company.edit({
    'guides/linux.md': '# On Linux\n\nWritten anew.\n',
    'guides/empty.md': null,
    'SUMMARY.md': outline,
  })
  const { results } = await spot(company)
  const states = new Map(
    results.filter(({ state }) => state !== 'same').map(result => [result.title, result]),
  )
  expect(states.get('On Linux')).toMatchObject({
    state: 'changed',
    about: expect.arrayContaining(['(markdown)']),
  })
  expect(states.get('Empty')).toMatchObject({ state: 'gone' })
  expect(results.filter(({ state }) => state === 'wrong')).toEqual([])
})

test('a snapshot that says otherwise than the platform did, of what nobody changed since, is wrong', async () => {
  const company = await makeCompany()
  await company.backUp()
  const vault = company.vault()
  const lying: Vault = {
    ...vault,
    readJson(resource) {
      const item = vault.readJson(resource)
      return isFields(item) && item.title === 'Install' ? { ...item, title: 'Uninstall' } : item
    },
  }
  const { results } = await spot(company, { vault: lying })
  expect(results.filter(({ state }) => state !== 'same')).toMatchObject([
    { state: 'wrong', about: ['title'] },
    { state: 'wrong', about: ['title'] },
  ])
  // Somebody wrote since, so that nothing is proved any more.
  await company.edit({ 'guides/linux.md': '# On Linux\n\nWritten anew.\n' })
  const later = await spot(company, { vault: lying })
  const titled = later.results.filter(({ about }) => about.includes('title'))
  expect(titled.map(({ state }) => state).sort()).toEqual(['changed', 'wrong'])
})

test('a sample is as large as asked for, and costs the lists that it needs', async () => {
  const company = await makeCompany()
  await company.backUp()
  const whole = await spot(company)
  const one = await spot(company, { count: 1 })
  expect(one.results).toHaveLength(1)
  expect(one.requests).toBeLessThan(whole.requests)
  expect(one.requests).toBeLessThanOrEqual(4)
})

test('the command says what it compared, and what it cannot do', async () => {
  const company = await makeCompany()
  const run = (...args: string[]) => docvault(args, { env: company.env })
  await company.backUp()
  const done = await run('check', '--spot', '5', '--json')
  expect(done.code).toBe(0)
  expect(done.events.filter(event => event.message_type === 'spot')).toHaveLength(5)
  expect(done.events.at(-1)).toMatchObject({ message_type: 'summary', spot: { same: 5, wrong: 0 } })
  const printed = await run('check', '--spot', '5')
  expect(printed.stdout.toString()).toMatch(
    /\n5 resources of .+, snapshot 1: 5 as the platform has them \(\d+ requests?\)\n/,
  )
  for (const count of ['0', 'all', '-1', '10001']) {
    const refused = await run('check', '--spot', count)
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.stderr).toContain(`--spot "${count}" is no number from 1 to 10000`)
  }
})
