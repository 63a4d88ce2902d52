/**
 * What a drill takes: CPU seconds for 1,000 pages, and peak memory, at two sizes of generated pages. Each beside a fixed
 * piece of work done just before it, as machines differ and are busy: the ratio is what compares. `DRILL_DATA=title=folder`
 * serves real pages instead.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { usageOf } from './growth.ts'
import { backUpInto, median } from './measure.ts'

const RUNS = Number(process.env.RUNS ?? 3)
const data = process.env.DRILL_DATA
const served = data === undefined ? ['1x100', '2x250'].map(size => ['--synthetic', size]) : [['--load', data]]
const work = mkdtempSync(join(tmpdir(), 'docvault-drill-'))

try {
  for (const [index, args] of served.entries()) await measure(args, join(work, `vault${index}`))
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function measure(args: readonly string[], vault: string): Promise<void> {
  const emulator = await startEmulatorProcess(args)
  try {
    const { resources } = await backUpInto(vault, emulator)
    const thousands = (resources.page ?? 0) / 1000
    const runs = Array.from({ length: RUNS }, () => {
      const fixed = fixedSeconds()
      const { cpuSeconds, kib } = usageOf(['drill', '--faults', 'off'], work, vault)
      return { cpuSeconds, kib, ratio: cpuSeconds / thousands / fixed }
    })
    const of = (name: 'cpuSeconds' | 'kib' | 'ratio') => median(runs.map(run => run[name]))
    console.log(
      `${args.join(' ')}: ${thousands * 1000} pages, ${(of('cpuSeconds') / thousands).toFixed(1)} s of CPU for 1,000 (start-up included), ${of('ratio').toFixed(1)} times the fixed work; peak ${Math.round(of('kib') / 1024)} MB`,
    )
  } finally {
    await emulator.stop()
  }
}

/** CPU seconds of what a drill is made of: JSON and hashes. */
function fixedSeconds(): number {
  const before = process.cpuUsage()
  const hash = createHash('sha256')
  const page = {
    title: 'Handbook',
    nodes: Array.from({ length: 200 }, (_, node) => ({ node, text: 'words' })),
  }
  for (let time = 0; time < 20_000; time++) {
    const text = JSON.stringify({ ...page, time })
    hash.update(text)
    JSON.parse(text)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
