/**
 * What a drill takes: CPU seconds of all its processes for 1,000 pages, and the peak memory of each, at several sizes, so
 * that it shows what grows: real pages (a set of `test/helpers/data-sets.ts`, once and twice; SET names another) and
 * generated ones (GENERATED: spaces x pages, the smallest first), in spaces of one size. Each beside a fixed piece of work done just before it, as machines differ and are busy: the ratio is what compares.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataFolder, writeState } from '../test/helpers/data-sets.ts'
import { startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { usageOf } from './growth.ts'
import { backUpInto, median } from './measure.ts'

interface Measured {
  thousands: number
  cpuSeconds: number
  /** CPU seconds over those of the fixed work. */
  ratio: number
  /** MB by program. */
  peaks: ReadonlyMap<string, number>
}

const RUNS = Number(process.env.RUNS ?? 3)
const SET = process.env.SET ?? 'pgsql-tw'
const GENERATED = process.env.GENERATED ?? '4x500,16x500,64x500'
const work = mkdtempSync(join(tmpdir(), 'docvault-drill-'))

try {
  const real = realSizes()
  if (real !== null) await measureSizes(real)
  await measureSizes(GENERATED.split(',').map(size => ['--synthetic', size]))
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Null, and said, where there are none. */
function realSizes(): string[][] | null {
  try {
    dataFolder()
  } catch (error) {
    console.log(`REAL PAGES ARE NOT MEASURED: ${error instanceof Error ? error.message : error}`)
    return null
  }
  const folder = join(work, SET)
  writeState(SET, 'last', folder)
  return [1, 2].map(copies =>
    Array.from({ length: copies }, (_, copy) => ['--load', `${SET} ${copy + 1}=${folder}`]).flat(),
  )
}

async function measureSizes(sizes: readonly (readonly string[])[]): Promise<void> {
  const measured: Measured[] = []
  for (const args of sizes) measured.push(await measure(args, join(work, 'vault')))
  const [small, large] = [measured[0], measured.at(-1)]
  if (small === undefined || large === undefined || small === large) return
  const more = large.thousands - small.thousands
  const cpu = (large.cpuSeconds - small.cpuSeconds) / more
  const ratio = (large.ratio - small.ratio) / more
  console.log(
    `each further 1,000 pages: ${cpu.toFixed(1)} s of CPU, ${ratio.toFixed(1)} times the fixed work`,
  )
  for (const [program, peak] of large.peaks) {
    const before = small.peaks.get(program) ?? 0
    const growth = (1024 * (peak - before)) / (1000 * more)
    console.log(
      `  memory of ${program}: ${peak.toFixed(0)} MB over ${before.toFixed(0)}, ${(peak / before).toFixed(2)} times the peak, ${Math.round(1024 * growth)} bytes a page`,
    )
  }
}

async function measure(args: readonly string[], vault: string): Promise<Measured> {
  const emulator = await startEmulatorProcess(args)
  try {
    const { resources } = await backUpInto(vault, emulator)
    const thousands = (resources.page ?? 0) / 1000
    const runs = Array.from({ length: RUNS }, () => {
      const fixed = fixedSeconds()
      const { cpuSeconds, processes } = usageOf(['drill', '--faults', 'off'], work, vault)
      return { cpuSeconds, ratio: cpuSeconds / fixed, processes }
    })
    const [cpuSeconds, ratio] = [median(runs.map(run => run.cpuSeconds)), median(runs.map(run => run.ratio))]
    const byProgram = Map.groupBy(
      runs.flatMap(run => run.processes),
      ({ program }) => program,
    )
    const peaks = new Map(
      [...byProgram].map(([program, usages]) => [program, median(usages.map(({ kib }) => kib)) / 1024]),
    )
    const said = [...peaks].map(([program, peak]) => `${program} ${peak.toFixed(0)} MB`).join(', ')
    console.log(
      `${args.join(' ')}: ${thousands * 1000} pages, ${(cpuSeconds / thousands).toFixed(1)} s of CPU for 1,000 (start-up included), ${(ratio / thousands).toFixed(1)} times the fixed work; peaks: ${said}`,
    )
    return { thousands, cpuSeconds, ratio, peaks }
  } finally {
    await emulator.stop()
    rmSync(vault, { recursive: true, force: true })
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
