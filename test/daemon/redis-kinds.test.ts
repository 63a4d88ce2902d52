import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'
import { makeFakeClock } from '../helpers/fake-clock.ts'
import { startCluster } from '../helpers/redis-servers/cluster.ts'
import { startSentinels } from '../helpers/redis-servers/sentinels.ts'
import { startRedisServer } from '../helpers/redis-servers/server.ts'
import { expectEachOnce } from '../helpers/redis-servers/trail.ts'

test('a Cluster of three masters has all keys in one slot, and runs what one server runs', async () => {
  const cluster = await startCluster()
  const company = await makeCompany()
  const env = { DOCVAULT_REDIS_URL: cluster.url }
  const daemon = await startTestDaemon(company, { env })
  expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete', snapshot: 1 })
  const run = await daemon.platform().trigger('backup', { organization: company.emulator.organization })
  await daemon.ended(record => record.run === run)
  expect((await daemon.ask('/api/jobs')).status).toBe(200)
  expect((await daemon.ask('/board/api/queues?page=1&activeQueue=default&status=latest')).status).toBe(200)
  await daemon.daemon.beat()
  const keys = await Promise.all(cluster.servers.map(({ admin }) => admin.keys('*')))
  expect(keys.filter(of => of.length > 0)).toHaveLength(1)
  expect(keys.flat().filter(key => !key.startsWith('{docvault}:'))).toEqual([])
  expectEachOnce(daemon, company)
})

test('a master is found by its Sentinels, and so is the next one', async () => {
  const sentinels = await startSentinels()
  const company = await makeCompany()
  const daemon = await startTestDaemon(company, { env: { DOCVAULT_REDIS_URL: sentinels.url } })
  expect(await daemon.run('backup')).toMatchObject({ outcome: 'complete' })
  const master = await sentinels.master()
  await master.kill()
  await sentinels.promoted(master)
  await daemon.logged(line => line.msg === 'Redis answers again')
  expect(await daemon.run('sync')).toMatchObject({ outcome: 'unchanged' })
})

test('put back to when a run waited that was cancelled since: it stays cancelled', async () => {
  const server = await startRedisServer({ settings: [['save', '']] })
  const company = await makeCompany()
  const env = { DOCVAULT_REDIS_URL: `redis://127.0.0.1:${server.port}/0` }
  const daemon = await startTestDaemon(company, { env })
  const { runs } = daemon.platform().queues
  await runs.pause()
  const run = await daemon.platform().trigger('backup', { organization: company.emulator.organization })
  await server.admin.save()
  const dump = join(server.folder, 'dump.rdb')
  copyFileSync(dump, `${dump}.kept`)
  expect(await daemon.platform().cancel(run)).toBe(true)
  await server.kill()
  copyFileSync(`${dump}.kept`, dump)
  await server.start()
  await runs.resume()
  while (!(await (await runs.getJob(run))?.isFailed())) await new Promise(setImmediate)
  expect(daemon.platform().runs()).toMatchObject([{ run, outcome: 'cancelled' }])
  expect(daemon.lines.filter(line => line.run === run)).toHaveLength(1)
})

test('another prefix: what is due is made good once, and what the old one has is not begun again', async () => {
  const server = await startRedisServer()
  const company = await makeCompany()
  const clock = makeFakeClock(Date.parse('2026-06-01T12:00:00Z'))
  const env = {
    DOCVAULT_REDIS_URL: `redis://127.0.0.1:${server.port}/0`,
    DOCVAULT_SCHEDULES_BACKUP: '0 2 * * *',
  }
  const other = { ...env, DOCVAULT_REDIS_PREFIX: '{other}' }
  const first = await startTestDaemon(company, { env, clock })
  // Queued under the first prefix, and begun by nobody.
  await first.platform().queues.runs.pause()
  await clock.advanceTo(Date.parse('2026-06-02T02:00:00Z'))
  await first.stop()
  const second = await startTestDaemon(company, { env: other, clock })
  expect(await second.ended(record => record.organization !== null)).toMatchObject({
    outcome: 'complete',
    tick: '2026-06-02T02:00:00.000Z',
  })
  await second.stop()
  const third = await startTestDaemon(company, { env, clock })
  const { runs } = third.platform().queues
  await runs.resume()
  while ((await runs.getJobCountByTypes('wait', 'prioritized', 'active')) > 0) await new Promise(setImmediate)
  expect(company.vault().snapshots()).toHaveLength(1)
  expect(third.lines.filter(line => 'outcome' in line)).toEqual([])
})

test.each([
  [{ DOCVAULT_REDIS_URL: 'redis+cluster://a/3' }, 'redis.url is no address of a Redis'],
  [
    { DOCVAULT_REDIS_URL: 'redis://me:verysecret@a', DOCVAULT_REDIS_PASSWORD: 'x' },
    'names a user or a password',
  ],
  [{ DOCVAULT_REDIS_URL: 'redis://a', DOCVAULT_REDIS_CA_FILE: '/ca.pem' }, 'without TLS'],
  [{ DOCVAULT_REDIS_URL: 'rediss://a', DOCVAULT_REDIS_CA_FILE: '/nowhere.pem' }, 'cannot be read'],
  [{ DOCVAULT_REDIS_URL: 'rediss://a', DOCVAULT_REDIS_CERTIFICATE_FILE: '/a.pem' }, 'go together'],
])('%o is refused at the start, without a secret in the words', async (env, words) => {
  const company = await makeCompany()
  const failed = await startTestDaemon(company, { env }).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 'usage', message: expect.stringContaining(words) })
  expect(String(failed)).not.toContain('verysecret')
})

test('`config show` has no password of Redis or its Sentinels', async () => {
  const env = {
    DOCVAULT_REDIS_URL: 'redis+sentinel://me:first-secret@a,b/docs',
    DOCVAULT_REDIS_PASSWORD: 'second-secret',
    DOCVAULT_REDIS_SENTINEL_PASSWORD: 'third-secret',
  }
  const shown = await docvault(['config', 'show'], { env })
  expect(shown.code).toBe(0)
  expect(shown.stdout + shown.stderr).toContain('redis.sentinelPassword')
  expect(shown.stdout + shown.stderr).not.toMatch(/(first|second|third)-secret/)
})
