import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startRedisChild } from '../../src/queue/redis-child.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { makeFakeClock } from '../helpers/fake-clock.ts'
import { startRedis } from '../helpers/redis.ts'

const at = (text: string) => Date.parse(text)

describe('Redis', () => {
  test('the own one is started again when it is killed, with everything that it had', async () => {
    const { child, redis } = await startRedis()
    const connection = redis.open()
    await connection.set('kept', 'yes')
    const closed = once(connection, 'close')
    process.kill(child.pid() ?? 0, 'SIGKILL')
    await closed
    expect(await connection.get('kept')).toBe('yes')
    connection.disconnect()
  })

  test('one folder has one server: a second daemon shares it, and one that a killed daemon left is ended', async () => {
    const { child, folder, redis } = await startRedis()
    const connection = redis.open()
    await connection.set('kept', 'yes')
    // Of a daemon that lives: this test's parent.
    writeFileSync(join(folder, 'owner.pid'), String(process.ppid))
    const shared = await startRedisChild({ folder, programs: process.env.PATH ?? '' })
    expect([shared.path, shared.pid()]).toEqual([child.path, null])
    await shared.stop()
    expect(await connection.ping()).toBe('PONG')
    // Of one that is gone.
    const gone = spawnSync('true').pid
    writeFileSync(join(folder, 'owner.pid'), String(gone))
    const closed = once(connection, 'close')
    const own = await startRedisChild({ folder, programs: process.env.PATH ?? '' })
    await closed
    expect(own.pid()).not.toBe(child.pid())
    expect(await connection.get('kept')).toBe('yes')
    connection.disconnect()
    await own.stop()
  })

  test('killed in the middle of a backup: the run goes on and is recorded once', async () => {
    const { child } = await startRedis()
    const company = await makeCompany({ latencyMs: 30 })
    const env = { DOCVAULT_REDIS_URL: `unix://${child.path}` }
    const daemon = await startTestDaemon(company, { env })
    const run = daemon.run('backup')
    await daemon.logged(one => one.msg === 'the run begins')
    process.kill(child.pid() ?? 0, 'SIGKILL')
    expect(await run).toMatchObject({ outcome: 'complete', snapshot: 1 })
    expect(await daemon.run('sync')).toMatchObject({ outcome: 'unchanged' })
    expect(company.vault().snapshots()).toHaveLength(1)
  })

  test.each([
    ['4.0.14', 'is too old for the queues', null],
    ['6.0.16', null, 'Redis is older than 6.2.0, and may lack what docvault needs'],
  ])('one of version %s is refused, or told of once', async (version, refused, warned) => {
    const { child } = await startRedis()
    const company = await makeCompany()
    const lines: string[] = []
    const env = { DOCVAULT_REDIS_URL: `unix://${await startAgedProxy(child.path, version)}` }
    const started = startTestDaemon(company, { env, wrote: line => lines.push(line) })
    if (refused === null) await started
    else
      await expect(started).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining(refused),
      })
    const told = lines.map(line => JSON.parse(line).msg).filter(words => /older/.test(words))
    expect(told).toEqual(warned === null ? [] : [warned])
  })

  test('away and back is said once each, with how long it was away, and nothing can be started meanwhile', async () => {
    const { child, folder } = await startRedis()
    const env = { DOCVAULT_REDIS_URL: `unix://${child.path}` }
    const company = await makeCompany()
    const daemon = await startTestDaemon(company, { env })
    await child.stop()
    await daemon.logged(one => one.msg === 'Redis does not answer')
    const tries = Array.from({ length: 3 }, () => daemon.platform().trigger('backup', {}))
    for (const one of tries) await expect(one).rejects.toMatchObject({ code: 'redis-away', retry: 'later' })
    const asked = await daemon.ask('/api/jobs/backup', { method: 'POST', body: '{}' })
    expect(asked.status).toBe(503)
    const again = await startRedisChild({ folder, programs: process.env.PATH ?? '' })
    onTestFinished(() => again.stop())
    expect(await daemon.logged(one => one.msg === 'Redis answers again')).toMatchObject({
      downMs: expect.any(Number),
    })
    expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete' })
    const words = daemon.lines.map(one => String(one.msg)).filter(text => /redis|queue/i.test(text))
    expect(words).toEqual(['Redis does not answer', 'Redis answers again'])
  })

  test('emptied in the middle of a scheduled backup: the run is made again from the catalog', async () => {
    const { child, redis } = await startRedis()
    const company = await makeCompany({ latencyMs: 30 })
    const clock = makeFakeClock(at('2026-06-01T12:00:00Z'))
    const env = { DOCVAULT_REDIS_URL: `unix://${child.path}`, DOCVAULT_SCHEDULES_BACKUP: '0 2 * * *' }
    const daemon = await startTestDaemon(company, { env, clock })
    await clock.advanceTo(at('2026-06-02T03:00:00Z'))
    await daemon.logged(one => one.msg === 'the run begins')
    const connection = redis.open()
    await connection.flushall()
    connection.disconnect()
    await daemon.daemon.beat()
    const record = await daemon.ended(one => one.organization !== null)
    expect(record).toMatchObject({ outcome: 'complete', tick: '2026-06-02T02:00:00.000Z', snapshot: 1 })
    expect(company.vault().snapshots()).toMatchObject([{ state: 'complete' }])
    await clock.advanceTo(at('2026-06-03T03:00:00Z'))
    expect(
      await daemon.ended(one => one.tick === '2026-06-03T02:00:00.000Z' && one.organization !== null),
    ).toMatchObject({ outcome: 'complete', snapshot: 2 })
  })

  test('neither there nor to be started: the error says what to install', async () => {
    await expect(startRedisChild({ folder: '/nowhere', programs: '/nowhere' })).rejects.toMatchObject({
      hint: expect.stringContaining('apt-get install redis-server'),
    })
  })
})

/** Passes everything on, and says that the server is of another version. */
async function startAgedProxy(server: string, version: string): Promise<string> {
  const path = join(dirname(server), `aged-${version}.sock`)
  const proxy = createServer(client => {
    const upstream = connect(server)
    client.pipe(upstream)
    upstream.on('data', chunk => client.write(aged(chunk, version)))
    for (const socket of [client, upstream]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
  }).listen(path)
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return path
}

/** Of the same length: its answers name theirs. */
function aged(chunk: Buffer, version: string): Buffer {
  const text = chunk.toString('latin1')
  const changed = text.replace(/^redis_version:\S+/m, line => `redis_version:${version}`.padEnd(line.length))
  return Buffer.from(changed, 'latin1')
}
