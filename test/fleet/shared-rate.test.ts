/** Platforms with one token, on two hosts and within one, keep one rate; the platform counts. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openVaultForWriting } from '../../src/vault/vault.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { startRedis } from '../helpers/redis.ts'

const PER_MINUTE = 1200

/** With the emulator's token; the first of them sets the rate. */
async function companyWith(...files: readonly (readonly string[])[]) {
  const company = await makeCompany()
  const { url, token } = company.emulator
  const own = `url: '${url}', token: '${token}'`
  const paths = files.map((names, index) => {
    const path = join(company.folder, `${index}.yaml`)
    const rate = `, requestsPerMinute: ${PER_MINUTE}`
    const entries = names.map((name, at) => `  - { name: ${name}, ${own}${at === 0 ? rate : ''} }\n`)
    writeFileSync(path, `platforms:\n${entries.join('')}`)
    return path
  })
  return { company, paths }
}

/** Files come from elsewhere, at no rate. */
function pacedOf({ emulator }: Company): number {
  const { total, operations } = emulator.requests()
  return total - (operations.download ?? 0)
}

/** Runs both, and says how many requests were too many for the time that it took. */
async function excessOf(company: Company, run: () => Promise<unknown>) {
  const before = pacedOf(company)
  const began = performance.now()
  await run()
  const minutes = (performance.now() - began) / 60_000
  const requests = pacedOf(company) - before
  expect(requests).toBeGreaterThan(100)
  return requests - PER_MINUTE * minutes
}

/** One, and what a fleet takes ahead: a second's worth. */
const SLACK = 1 + PER_MINUTE / 60

const backUp = async (daemon: TestDaemon, platform: string, organization: string) => {
  const run = await daemon.platform(platform).trigger('backup', { organization })
  expect(await daemon.endedOn(platform, record => record.run === run)).toMatchObject({ outcome: 'complete' })
}

test('of one daemon, also where only one of them sets it', async () => {
  const { company, paths } = await companyWith(['a', 'b'])
  const daemon = await startTestDaemon(company, {
    file: paths[0] ?? '',
    env: { DOCVAULT_VAULT_PATH: join(company.folder, 'vaults') },
  })
  const { organization } = company.emulator
  const run = () => Promise.all(['a', 'b'].map(name => backUp(daemon, name, organization)))
  expect(await excessOf(company, run)).toBeLessThan(3)
})

test('of two hosts, through Redis', async () => {
  const { company, paths } = await companyWith(['a'], ['b'])
  const { child } = await startRedis()
  const start = async (name: string, platform: string, file = '') => {
    // With it the platform is this host's, whatever its name falls to.
    await (await openVaultForWriting(join(company.folder, `${name}-vaults`, platform))).close()
    return startTestDaemon(company, {
      file,
      env: {
        DOCVAULT_FLEET_HOST: name,
        DOCVAULT_REDIS_URL: `unix://${child.path}`,
        DOCVAULT_DAEMON_PATH: join(company.folder, name),
        DOCVAULT_VAULT_PATH: join(company.folder, `${name}-vaults`),
      },
    })
  }
  const [one, two] = [await start('one', 'a', paths[0]), await start('two', 'b', paths[1])]
  const { organization } = company.emulator
  const run = () => Promise.all([backUp(one, 'a', organization), backUp(two, 'b', organization)])
  expect(await excessOf(company, run)).toBeLessThan(SLACK)
})
