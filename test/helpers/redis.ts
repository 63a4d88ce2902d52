/** A real Redis for a test, on a private socket. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeConnections, type RedisConnections } from '../../src/queue/connection.ts'
import { type RedisChild, startRedisChild } from '../../src/queue/redis-child.ts'

export interface TestRedis {
  folder: string
  child: RedisChild
  redis: RedisConnections
}

export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'docvault-redis-'))
  const child = await startRedisChild({ folder, programs: process.env.PATH ?? '' })
  const redis = makeConnections({ path: child.path }, () => {})
  onTestFinished(async () => {
    redis.close()
    await child.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, child, redis }
}
