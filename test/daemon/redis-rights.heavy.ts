/** The rights that the manual names for a Cluster and for Sentinels are enough. */
import { describe, expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { startCluster } from '../helpers/redis-servers/cluster.ts'
import { aclLine, doEverything, PASSWORD } from '../helpers/redis-servers/rights.ts'
import { startSentinels } from '../helpers/redis-servers/sentinels.ts'

const CLUSTER = ['+cluster|slots', '+cluster|info', '+asking', '+client|setname']
const user = { DOCVAULT_REDIS_USERNAME: 'docvault', DOCVAULT_REDIS_PASSWORD: PASSWORD }

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
