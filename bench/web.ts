/**
 * The pages of every night on a year of 10,000 pages: each view is asked for random pages and nights, in this process, and for
 * each what a reader of the same nights in a Git repository runs instead, one after the other, so that a busy machine is busy
 * for both. Prints milliseconds (median and 95th percentile), those of the processor, KiB of HTML, and ratios to Git's; then
 * the memory of a process that answers 10,000 requests, after each thirtieth, and whether it grows. `docvault web` is asked
 * once for each view, and has to say the same.
 *
 * `NIGHTS`, `PAGES`, `EDITS`, `SEED`, `REQUESTS` (of each view), `GIT_REQUESTS` of them, `MEMORY_REQUESTS` (0: none) and
 * `VIEWS` (words in the names of views) change what is measured. `FOLDER`: where a year is made, or was made before; it is kept.
 */
import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import packageJson from '../package.json' with { type: 'json' }
import { median, percentile, robustSlopeOf } from './measure.ts'
import { ORGANIZATION } from './prune-states.ts'
import type { MemoryStep } from './web-memory.ts'
import { type AskedWeb, NOWHERE, openYear } from './web-source.ts'
import { makeYear, type Year } from './web-states.ts'
import { type Visit, viewsOf } from './web-views.ts'

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const size = {
  nights: number('NIGHTS', 365),
  pages: number('PAGES', 10_000),
  edits: number('EDITS', 100),
  seed: number('SEED', 1),
}
const requests = number('REQUESTS', 200)
const gitRequests = number('GIT_REQUESTS', 20)
const memoryRequests = number('MEMORY_REQUESTS', 10_000)
const kept = process.env.FOLDER
const folder = kept ?? mkdtempSync(join(tmpdir(), 'docvault-bench-web-'))
process.env.XDG_CACHE_HOME = join(folder, 'cache')
const gitRunner = fork(join(import.meta.dirname, 'git-runner.ts'))
gitRunner.on('exit', code => process.exit(code ?? 1))

/** Of the requests, between two looks. */
const MEMORY_STEP = Math.max(1, Math.ceil(memoryRequests / 30))
/** Less than so much of a resident set is what the collector and the allocator left of it by chance. */
const NOISE_BYTES = 16 * 1024 * 1024
const SIZES = ['rss', 'heapUsed', 'external'] as const

interface Measured {
  view: string
  ms: number[]
  cpuMs: number[]
  bytes: number[]
  /** Milliseconds, by what Git did. */
  git: Map<string, number[]>
}

try {
  mkdirSync(folder, { recursive: true })
  const year = await makeYear(folder, size)
  const asked = openYear(year, packageJson.version)
  const chosen = Object.entries(viewsOf(year, size.seed)).filter(([name]) =>
    (process.env.VIEWS?.split(',') ?? ['']).some(part => name.includes(part)),
  )
  console.log(
    `${year.nights} nights of ${year.pages} pages, ${year.edits} edits a night; ${requests} requests of each view`,
  )
  console.log('view'.padEnd(36), 'ms p50   p95   CPU p50   p95   KiB p50   p95   most   ÷ Git p50, p95')
  for (const [name, visit] of chosen) print(await measure({ name, visit }, asked, year))
  await compareServed(
    chosen.map(([, visit]) => visit()),
    asked,
    year,
  )
  asked.close()
  if (memoryRequests > 0) printMemory()
} finally {
  gitRunner.removeAllListeners('exit')
  gitRunner.disconnect()
  if (kept === undefined) rmSync(folder, { recursive: true, force: true })
}

async function measure(
  { name, visit }: { name: string; visit: () => Visit },
  asked: AskedWeb,
  year: Year,
): Promise<Measured> {
  const measured: Measured = { view: name, ms: [], cpuMs: [], bytes: [], git: new Map() }
  const step = Math.max(1, Math.floor(requests / gitRequests))
  for (let request = 0; request < requests; request++) {
    const visited = visit()
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const { status, html } = await asked.ask(visited)
    const { user, system } = process.cpuUsage(cpu)
    measured.ms.push(performance.now() - start)
    measured.cpuMs.push((user + system) / 1000)
    measured.bytes.push(Buffer.byteLength(html))
    if (status !== 200) throw new Error(`${visited.address}: ${status}`)
    if (request % step > 0) continue
    for (const [what, args] of Object.entries(visited.git))
      measured.git.set(what, [...(measured.git.get(what) ?? []), await gitMs(year, args)])
  }
  return measured
}

async function gitMs({ git }: Year, args: readonly string[]): Promise<number> {
  gitRunner.send(['-C', git, ...args])
  const [ms] = await once(gitRunner, 'message')
  return Number(ms)
}

function print({ view, ms, cpuMs, bytes, git }: Measured): void {
  const cells = [
    ...[median(ms), percentile(ms, 0.95)].map(value => value.toFixed(1).padStart(6)),
    ' ',
    ...[median(cpuMs), percentile(cpuMs, 0.95)].map(value => value.toFixed(1).padStart(6)),
    ' ',
    ...[median(bytes), percentile(bytes, 0.95), Math.max(...bytes)].map(value =>
      (value / 1024).toFixed(1).padStart(6),
    ),
  ]
  const ratios = [...git].map(([what, own]) => {
    const [middle, late] = [median(ms) / median(own), percentile(ms, 0.95) / percentile(own, 0.95)]
    return `${what} ${middle.toFixed(2)}, ${late.toFixed(2)}`
  })
  console.log(view.padEnd(36), ...cells, ' ', ratios.join('; '))
}

/** Addresses without a night in them tell how long something is ago. */
async function compareServed(visits: readonly Visit[], asked: AskedWeb, { vault }: Year): Promise<void> {
  const served = spawn(join(import.meta.dirname, '../bin/docvault'), ['web', '--json', '--vault', vault], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...NOWHERE },
  })
  try {
    const [line] = await once(createInterface(served.stdout), 'line')
    const { url, link } = JSON.parse(String(line))
    const entered = await fetch(link, { redirect: 'manual' })
    const session = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    const differing: string[] = []
    for (const { address, cookie } of visits) {
      const headers = { cookie: cookie === undefined ? session : `${session}; ${cookie}` }
      const answer = await fetch(url + address, { headers })
      const [text, ours] = [await answer.text(), await asked.ask({ address, cookie })]
      const isSame = address.startsWith(`/o/${ORGANIZATION}/`) ? text === ours.html : answer.status === 200
      if (!isSame) differing.push(address)
    }
    console.log(
      `docvault web answered ${visits.length} addresses, ${differing.length} otherwise: ${differing.join(' ')}`,
    )
  } finally {
    served.kill('SIGINT')
    await once(served, 'exit')
  }
}

function printMemory(): void {
  const counts = Array.from({ length: Math.ceil(memoryRequests / MEMORY_STEP) }, (_, step) =>
    String(Math.min(memoryRequests, (step + 1) * MEMORY_STEP)),
  )
  const script = join(import.meta.dirname, 'web-memory.ts')
  // The launcher's flag.
  const flags = ['--expose-gc', '--max-semi-space-size=16']
  const output = execFileSync(process.execPath, [...flags, script, folder, ...counts], { encoding: 'utf8' })
  const steps = output
    .trim()
    .split('\n')
    .map((line): MemoryStep => JSON.parse(line))
  console.log('requests   RSS MiB   heap MiB   external MiB')
  const inMiB = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
  for (const { requests: done, ...sizes } of steps)
    console.log(String(done).padStart(8), ...SIZES.map(name => inMiB(sizes[name]).padStart(9)))
  for (const name of SIZES) console.log(growthWords(name, steps))
}

/**
 * Caches fill in the first third. It grows where the rest has a slope that comes to more than chance and the last third went
 * higher than the middle one by as much; over so many requests a slower leak shows in neither.
 */
function growthWords(name: (typeof SIZES)[number], steps: readonly MemoryStep[]): string {
  const third = Math.floor(steps.length / 3)
  if (third < 2) return `${name}: too few looks to say whether it grows`
  const most = (part: readonly MemoryStep[]) => Math.max(...part.map(step => step[name]))
  const [middle, last] = [steps.slice(third, -third), steps.slice(-third)]
  const filled = [...middle, ...last]
  const half = steps.slice(Math.floor(steps.length / 2))
  const slope = (part: readonly MemoryStep[]) =>
    robustSlopeOf(part.map(step => [step.requests / 1000, step[name]]))
  const requestsSeen = (filled.at(-1)?.requests ?? 0) - (filled[0]?.requests ?? 0)
  const risen = (slope(filled) * requestsSeen) / 1000
  const higher = most(last) - most(middle)
  const verdict =
    Math.min(risen, higher) > NOISE_BYTES
      ? 'GROWS'
      : Math.max(risen, higher) > NOISE_BYTES
        ? 'not decided'
        : 'flat'
  const inMiB = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
  return `${name}: ${verdict}; for each 1,000 requests ${inMiB(slope(filled))} MiB after the first third, ${inMiB(slope(half))} in the second half; at most ${inMiB(most(middle))} MiB in the middle third, ${inMiB(most(last))} in the last`
}
