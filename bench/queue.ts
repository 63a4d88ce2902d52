/**
 * Throughput of a queued backup over an inline one, of the same data: pairs in one run, alternating which goes first,
 * so that noise hits both. Prints the median of the ratios.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { loadPlatforms } from '../config/load.ts'
import { backup } from '../jobs/backup.ts'
import { startDaemon } from '../src/daemon/daemon.ts'
import { systemClock } from '../src/queue/system-clock.ts'
import { startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { median } from './measure.ts'

const manual = process.env.DATA ?? resolve(import.meta.dirname, '../docs')
const SPACES = Number(process.env.SPACES ?? 12)
const PAIRS = Number(process.env.PAIRS ?? 9)

const folder = mkdtempSync(join(tmpdir(), 'docvault-bench-'))
const load = Array.from({ length: SPACES }, (_, n) => ['--load', `Space ${n}=${manual}`]).flat()
const emulator = await startEmulatorProcess(load)
try {
  const ratios: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const order = pair % 2 === 0 ? [inline, queued] : [queued, inline]
    const times = new Map<unknown, number>()
    for (const one of order) times.set(one, await one(join(folder, `${pair}-${one.name}`)))
    const [inlineMs = 0, queuedMs = 1] = [times.get(inline), times.get(queued)]
    ratios.push(inlineMs / queuedMs)
    console.log(`pair ${pair + 1}: inline ${inlineMs.toFixed(0)} ms, queued ${queuedMs.toFixed(0)} ms`)
  }
  const ratio = median(ratios)
  console.log(`throughput of queued over inline, median of ${PAIRS} pairs: ${ratio.toFixed(2)}`)
  if (ratio < 0.9) process.exitCode = 1
} finally {
  await emulator.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function inline(path: string): Promise<number> {
  const [platform] = configs(path)
  if (!platform) throw new Error('there is no platform')
  const began = performance.now()
  const context = { config: platform.config, signal: undefined, report: () => {} }
  const organizations = [emulator.organization]
  await backup.run(context, { trigger: 'manual', exact: true, organizations })
  return performance.now() - began
}

/** From the trigger to the record of its end; the daemon runs already, as it does every night. */
async function queued(path: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const daemon = await startDaemon({
    platforms: configs(path),
    version: 'bench',
    clock: systemClock,
    random: Math.random,
    programs: process.env.PATH ?? '',
    write: line => {
      if (line.includes('"outcome":"complete"')) resolve()
    },
  })
  try {
    const [platform] = daemon.view.platforms()
    const began = performance.now()
    await platform?.trigger('backup', { organization: emulator.organization })
    await promise
    return performance.now() - began
  } finally {
    await daemon.stop()
  }
}

function configs(path: string) {
  return loadPlatforms({
    env: {
      ...emulator.env,
      DOCVAULT_VAULT_PATH: join(path, 'vault'),
      DOCVAULT_DAEMON_PATH: join(path, 'daemon'),
      DOCVAULT_SERVER_PORT: '0',
      DOCVAULT_SCHEDULES_BACKUP: 'off',
      DOCVAULT_SCHEDULES_SYNC: 'off',
      DOCVAULT_SCHEDULES_CHECK: 'off',
      DOCVAULT_SCHEDULES_AUDIT_REPORT: 'off',
      DOCVAULT_SCHEDULES_DRILL: 'off',
      DOCVAULT_DAEMON_MIN_FREE: '0',
    },
  })
}
