/** The rights that the manual names for Redis, its Cluster and its Sentinels: enough, and not one too many. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { startCluster } from '../helpers/redis-servers/cluster.ts'
import {
  aclLine,
  commandsCalled,
  doEverything,
  PASSWORD,
  writeUsers,
} from '../helpers/redis-servers/rights.ts'
import { startSentinels } from '../helpers/redis-servers/sentinels.ts'
import { startRedisServer, until } from '../helpers/redis-servers/server.ts'

const CLUSTER = ['+cluster|slots', '+cluster|info', '+asking', '+readonly']
const user = { DOCVAULT_REDIS_USERNAME: 'docvault', DOCVAULT_REDIS_PASSWORD: PASSWORD }

test('without any one of the commands that it calls, the daemon is refused something', async () => {
  const company = await makeCompany({ latencyMs: 5 })
  const server = await startRedisServer({ settings: [['aclfile', writeUsers(company.folder)]] })
  const env = {
    ...user,
    DOCVAULT_REDIS_URL: `redis://127.0.0.1:${server.port}/1`,
    DOCVAULT_REDIS_START_TIMEOUT: '1s',
  }
  await server.admin.config('RESETSTAT')
  await doEverything(company, env)
  const called = await commandsCalled(server.admin)
  expect(called.length).toBeGreaterThan(30)
  const missed: string[] = []
  for (const [index, command] of called.entries()) {
    // Of its own in all, so that what still goes on does not meddle.
    const name = `without-${index}`
    await server.admin.acl('SETUSER', name, ...rightsOf([`-${command}`]).slice(1))
    const own = { DOCVAULT_REDIS_USERNAME: name, DOCVAULT_REDIS_PREFIX: `docvault:${index}` }
    const work = doEverything(await makeCompany({ latencyMs: 5 }), { ...env, ...own }).catch(() => {})
    const refused = async () => refusals(await server.admin.acl('LOG', 1000), name).includes(command)
    await Promise.race([work, until(refused)]).catch(() => {})
    if (!(await refused())) missed.push(command)
    // It ends by itself, or with the test.
    await Promise.race([work, until(async () => false, 3000)]).catch(() => {})
  }
  expect(missed).toEqual([])
})

describe('with the few rights more that the manual names', () => {
  test('a Cluster is used, and nothing is refused', async () => {
    const cluster = await startCluster()
    for (const { admin } of cluster.servers) await admin.acl('SETUSER', ...rightsOf(CLUSTER))
    const company = await makeCompany()
    await doEverything(company, { ...user, DOCVAULT_REDIS_URL: cluster.url })
    const logs = await Promise.all(cluster.servers.map(({ admin }) => admin.acl('LOG')))
    expect(logs.flat()).toEqual([])
  })

  test('Sentinels with a user of their own name the master, and nothing is refused', async () => {
    const sentinels = await startSentinels()
    const rights = ['+sentinel|get-master-addr-by-name', '+sentinel|sentinels']
    for (const { admin } of sentinels.sentinels) {
      await admin.acl('SETUSER', 'finder', 'on', '>finders-password', 'resetchannels', '-@all', ...rights)
      await admin.acl('SETUSER', 'default', '-sentinel')
    }
    for (const { admin } of sentinels.servers) await admin.acl('SETUSER', ...rightsOf([]))
    const company = await makeCompany()
    const env = {
      ...user,
      DOCVAULT_REDIS_URL: sentinels.url,
      DOCVAULT_REDIS_SENTINEL_USERNAME: 'finder',
      DOCVAULT_REDIS_SENTINEL_PASSWORD: 'finders-password',
    }
    const daemon = await startTestDaemon(company, { env })
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete' })
    const all = [...sentinels.sentinels, ...sentinels.servers]
    const refused = (await Promise.all(all.map(({ admin }) => admin.acl('LOG')))).flat()
    expect(refused).toEqual([])
  })
})

/** As `ACL SETUSER` takes them. */
function rightsOf(more: readonly string[]): [string, ...string[]] {
  const [, name = '', ...rules] = aclLine().split(' ')
  return [name, ...rules, ...more]
}

const entrySchema = z.array(z.array(z.unknown()))

/** What commands that user was refused, by name. */
function refusals(log: unknown, user: string): string[] {
  const fieldOf = (entry: unknown[], name: string) => String(entry[entry.indexOf(name) + 1])
  const entries = entrySchema.parse(log).filter(entry => fieldOf(entry, 'username') === user)
  return entries.map(entry => fieldOf(entry, 'object'))
}
