/** A Redis Cluster of three masters, each with a replica where that is asked for. */
import { execFileSync } from 'node:child_process'
import { type RedisServer, startRedisServer, until } from './server.ts'

export interface RedisCluster {
  url: string
  servers: RedisServer[]
  /** The master that has the slot of this key. */
  masterOf(key: string): Promise<RedisServer>
}

export async function startCluster(options: { replicas?: 0 | 1 } = {}): Promise<RedisCluster> {
  const replicas = options.replicas ?? 0
  const settings = [
    ['cluster-enabled', 'yes'],
    ['cluster-node-timeout', '1500'],
    ['repl-diskless-sync-delay', '0'],
  ] as const
  const servers: RedisServer[] = []
  for (let index = 0; index < 3 * (1 + replicas); index++) servers.push(await startRedisServer({ settings }))
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`)
  const create = [
    '--cluster',
    'create',
    ...addresses,
    '--cluster-replicas',
    String(replicas),
    '--cluster-yes',
  ]
  execFileSync('redis-cli', create, { stdio: 'ignore' })
  for (const { admin } of servers)
    await until(async () => {
      const slots = await admin.cluster('SLOTS')
      const isWhole = slots.length === 3 && slots.every(slot => slot.length === 3 + replicas)
      return isWhole && String(await admin.cluster('INFO')).includes('cluster_state:ok')
    })
  return {
    url: `redis+cluster://${addresses.slice(0, 3).join(',')}`,
    servers,
    async masterOf(key) {
      for (const server of servers) {
        if (!(await server.admin.info('replication')).includes('role:master')) continue
        const isHere = await server.admin.exists(key).then(
          () => true,
          () => false,
        )
        if (isHere) return server
      }
      throw new Error(`no master has ${key}`)
    },
  }
}
