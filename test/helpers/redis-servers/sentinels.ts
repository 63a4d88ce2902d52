/** A master with replicas, and three Sentinels that watch it: `redis-server --sentinel` is what `redis-sentinel` runs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort, type RedisServer, startRedisServer, until } from './server.ts'

export interface Sentinels {
  url: string
  servers: RedisServer[]
  sentinels: RedisServer[]
  master(): Promise<RedisServer>
  /** Resolves when the Sentinels have another master than this one, and it takes writes. */
  promoted(before: RedisServer): Promise<RedisServer>
}

export const MASTER_NAME = 'docs'

export async function startSentinels(): Promise<Sentinels> {
  const settings = [['repl-diskless-sync-delay', '0']] as const
  const first = await startRedisServer({ settings })
  const replicas = [await startRedisServer({ settings }), await startRedisServer({ settings })]
  for (const replica of replicas) await replica.admin.replicaof('127.0.0.1', String(first.port))
  const servers = [first, ...replicas]
  for (const replica of replicas)
    await until(async () => (await replica.admin.info('replication')).includes('master_link_status:up'))
  const sentinels = []
  for (let index = 0; index < 3; index++) sentinels.push(await startSentinel(first.port))
  const asked = sentinels[0]
  if (!asked) throw new Error('no Sentinel')
  // Each has to know the others and the replicas, or none of them can be promoted.
  for (const { admin } of sentinels)
    await until(async () => {
      const text = String(await admin.call('info', 'sentinel'))
      return text.includes('slaves=2') && text.includes('sentinels=3')
    })
  const master = async () => {
    const address = await asked.admin.call('sentinel', 'get-master-addr-by-name', MASTER_NAME)
    const port = Array.isArray(address) ? Number(address[1]) : 0
    const found = servers.find(server => server.port === port)
    if (!found) throw new Error(`no server at ${port}`)
    return found
  }
  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${MASTER_NAME}`,
    servers,
    sentinels,
    master,
    async promoted(before) {
      await until(async () => {
        const now = await master()
        return now !== before && (await now.admin.info('replication')).includes('role:master')
      })
      return master()
    },
  }
}

async function startSentinel(masterPort: number): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-sentinel-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'sentinel.conf')
  writeFileSync(
    file,
    [
      `sentinel monitor ${MASTER_NAME} 127.0.0.1 ${masterPort} 2`,
      `sentinel down-after-milliseconds ${MASTER_NAME} 1000`,
      `sentinel failover-timeout ${MASTER_NAME} 5000`,
      '',
    ].join('\n'),
  )
  return startRedisServer({ file, args: ['--sentinel'], port: await freePort() })
}
