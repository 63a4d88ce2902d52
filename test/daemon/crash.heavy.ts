/**
 * Kills: the daemon at moments spread over a backup and a mirror; its Redis; one of two daemons. Those with an aim are in
 * `aimed-kills.heavy.ts`, a platform that is down is in `outage.test.ts`. Evidence is what the platform counted and what the catalog says.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { DaemonProcess } from '../helpers/daemon-process.ts'
import { docvault } from '../helpers/docvault.ts'
import { startRedis } from '../helpers/redis.ts'
import { bodies, diffFolders, killWithChildren, setUpStage } from '../helpers/stage.ts'

const KILLS = Number(process.env.KILLS ?? 8)
/** A hundred contents that wait for their transaction, and as many in flight or in the block that fills. */
const MOST_AGAIN = 200

describe('kill -9', () => {
  test(`at ${KILLS} moments of a backup and its seal: the next start resumes, nothing is fetched or sealed twice`, async () => {
    const spaces = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
    const whole = await setUpStage(['--latency', '3'], spaces)
    const calm = await whole.start()
    const began = performance.now()
    const run = await calm.trigger('backup', whole.emulator.organization)
    await calm.ended(one => one.run === run)
    const wholeMs = performance.now() - began
    const fetched = await bodies(whole.emulator)
    const resumed: number[] = []
    const repeated: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const stage = await setUpStage(['--latency', '3'], spaces)
      const first = await stage.start()
      const name = await first.trigger('backup', stage.emulator.organization)
      await delay((wholeMs * (kill + 0.5)) / KILLS)
      await killWithChildren(first)
      const second = await stage.start()
      const began = performance.now()
      const end = await second.ended(one => one.run === name)
      resumed.push(Math.round(performance.now() - began))
      expect([kill, end.outcome, stage.snapshots().map(one => one.state)]).toEqual([
        kill,
        'complete',
        ['complete'],
      ])
      // However much there is, nothing else.
      const again = (await bodies(stage.emulator)) - fetched
      expect(again, `bodies fetched again after kill ${kill}`).toBeLessThan(MOST_AGAIN)
      repeated.push(again)
      await second.kill('SIGTERM')
      expect((await docvault(['check', '--read-data'], { env: stage.env })).code).toBe(0)
    }
    console.log(
      `a whole run took ${Math.round(wholeMs)} ms and ${fetched} bodies; after each kill the run ended within ${resumed.join(', ')} ms and fetched ${repeated.join(', ')} bodies again`,
    )
  })

  test('in the middle of a mirror: the next start makes it equal to an export, with one commit a snapshot', async () => {
    const stage = await setUpStage()
    const mirror = join(stage.folder, 'mirror')
    const env = { DOCVAULT_MIRROR_PATH: mirror, DOCVAULT_MIRROR_GIT: 'true' }
    const first = await stage.start(env)
    await first.trigger('backup', stage.emulator.organization)
    await first.logged(line => line.outcome === 'complete')
    await delay(30)
    await killWithChildren(first)
    const second = await stage.start(env)
    // Its follow-up may have died before it was queued.
    await second.trigger('mirror', stage.emulator.organization)
    await second.ended(one => one.job === 'mirror' && one.outcome === 'done')
    await second.kill('SIGTERM')
    const [organization = ''] = readdirSync(mirror)
    const exported = join(stage.folder, 'export')
    await docvault(['export', 'latest', exported], { env: stage.env })
    const differences = diffFolders(exported, join(mirror, organization))
    expect(differences).toEqual([])
    const log = execFileSync('git', ['log', '--format=%s'], { cwd: join(mirror, organization) }).toString()
    expect(log.trim().split('\n')).toHaveLength(1)
  })

  test('one of two daemons: the other takes over within the time of a lease', async () => {
    const stage = await setUpStage(['--latency', '3'])
    const { child } = await startRedis()
    const env = (name: string) => ({
      DOCVAULT_REDIS_URL: `unix://${child.path}`,
      DOCVAULT_DAEMON_PATH: join(stage.folder, name),
    })
    const first = await stage.start(env('one'))
    const second = await stage.start(env('two'))
    await second.logged(line => String(line.msg).includes('standing by'))
    const run = await first.trigger('backup', stage.emulator.organization)
    await delay(200)
    await first.kill('SIGKILL')
    const killed = performance.now()
    await second.logged(line => line.msg === 'holding the vault')
    const tookOverMs = Math.round(performance.now() - killed)
    const end = await second.ended(one => one.run === run)
    console.log(
      `took over after ${tookOverMs} ms, its run ended after ${Math.round(performance.now() - killed)} ms`,
    )
    expect(tookOverMs).toBeLessThan(60_000)
    expect([end.outcome, stage.snapshots().length]).toEqual(['complete', 1])
  })
})

describe('Redis', () => {
  test('stopped for a minute in the middle of a backup: everything waits and goes on', async () => {
    const stage = await setUpStage(['--latency', '10'])
    const { child } = await startRedis()
    const daemon = await stage.start({ DOCVAULT_REDIS_URL: `unix://${child.path}` })
    const run = await daemon.trigger('backup', stage.emulator.organization)
    await daemon.logged(line => line.msg === 'the run begins')
    process.kill(child.pid() ?? 0, 'SIGSTOP')
    await delay(Number(process.env.REDIS_STOPPED_MS ?? 60_000))
    process.kill(child.pid() ?? 0, 'SIGCONT')
    expect((await daemon.ended(one => one.run === run)).outcome).toBe('complete')
    expect(stage.snapshots().map(one => one.state)).toEqual(['complete'])
    expect(await daemon.kill('SIGTERM')).toBe(0)
    expect((await docvault(['check', '--read-data'], { env: stage.env })).code).toBe(0)
  })
})

describe('ten organizations under one rate', () => {
  test('take turns: small ones do not wait for a large one, and the rate is never exceeded', async () => {
    const perMinute = 1200
    const stage = await setUpStage(['--organizations', '9', '--rate-limit', String(perMinute)])
    const daemon = await stage.start({ DOCVAULT_PLATFORM_REQUESTS_PER_MINUTE: String(perMinute) })
    await stage.emulator.resetRequests()
    const began = performance.now()
    await daemon.ask('/api/jobs/backup', { method: 'POST', body: '{}' })
    const big = await daemon.ended(one => one.organization === stage.emulator.organization)
    const seconds = (performance.now() - began) / 1000
    const runs = (await daemon.runs()).filter(one => one.organization !== null)
    const { total } = await stage.emulator.requests()
    const metrics = await (await fetch(await urlOf(daemon))).text()
    console.log(
      `${total} requests in ${seconds.toFixed(1)} s; ${runs.length} organizations, the large one ended last`,
    )
    expect([big.outcome, runs.length]).toEqual(['complete', 10])
    expect(runs.at(-1)?.organization === big.organization || runs[0]?.organization !== big.organization).toBe(
      true,
    )
    expect(metrics).not.toContain('class="429"')
  })
})

async function urlOf(daemon: DaemonProcess): Promise<string> {
  const { url } = await daemon.logged(line => typeof line.url === 'string')
  return `${url}/metrics`
}
