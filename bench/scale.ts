/**
 * Whether cost follows what is asked and what changed, and not the size of an organization: by default 1,000 and 10,000
 * generated pages, `SIZES=2x500,20x500,200x500,600x500` goes on to 300,000. Of each a first backup and an unchanged one,
 * with their peak memory and the requests that the emulator counted beside those predicted; nights in which a hundred
 * pages were edited (`edits.ts`); then what people ask of the vault (`growth.ts`), and how long a daemon's jobs keep its
 * event loop (`blocks.ts`). Every command in a process of its own.
 *
 * `VAULTS=folder` measures the daemon's jobs alone, on copies of vaults that are made in that folder once.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmulatorProcess, startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { compareRequests, tableOf, unexplained } from '../test/helpers/requests/compare.ts'
import type { Numbers } from '../test/helpers/requests/numbers.ts'
import type { Scenario } from '../test/helpers/requests/terms.ts'
import { longestBlocks } from './blocks.ts'
import { EDITS, editPages } from './edits.ts'
import { type Measured, measureQuestions, RUNS, tableOfGrowth, type Usage, usageOf } from './growth.ts'
import { median } from './measure.ts'

interface Size {
  spaces: number
  pages: number
}

interface Outcome {
  state: string
  requests: number
  kib: number
  seconds: number
  cpuSeconds: number
  /** CPU seconds before the backup began. */
  startUp: number
}

interface Night {
  name: string
  /** In which pages are edited before it. */
  spaces: number
  settings?: Readonly<Record<string, string>>
}

/** What a night is measured of. */
const NIGHTS: readonly Night[] = [
  { name: 'backup, nothing edited', spaces: 0 },
  {
    name: 'the same, lists not due',
    spaces: 0,
    // Two requests a space for what has no token: who can open it, and its comments.
    settings: { DOCVAULT_BACKUP_LISTS_EVERY: '1d' },
  },
  { name: `backup, ${EDITS} pages of 10 spaces`, spaces: 10 },
  { name: `backup, ${EDITS} pages, one a space`, spaces: 100 },
]

/** Spaces, and pages in each. */
const sizes: readonly Size[] = (process.env.SIZES ?? '2x500,20x500').split(',').map(parseSize)
/** The smallest company, which is around the spaces. */
const NONE = {
  F: 0,
  U: 0,
  C: 0,
  Cl: 0,
  S1: 0,
  Sl: 0,
  D: 0,
  Fd: 0,
  O: 0,
  V: 0,
  W: 0,
  Rl: 0,
  R: 0,
  Rs: 0,
  Sb: 0,
}
const AROUND = {
  ...NONE,
  E: 1,
  M: 3,
  T: 1,
  K: 2,
  X: 1,
  I: 2,
  Wv: 0,
  Wa: 0,
  Wu: 0,
  Wo: 0,
  probes: 4,
  pictures: 4,
}
const work = mkdtempSync(join(tmpdir(), 'docvault-scale-'))
const { VAULTS } = process.env

try {
  if (VAULTS === undefined) await measureAll()
  else for (const size of sizes) await measureJobs(size, VAULTS)
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function measureAll(): Promise<void> {
  const outcomes: Record<string, Outcome[]> = {}
  const asked: Measured[] = []
  for (const size of sizes) outcomes[nameOf(size)] = await measure(size, asked)
  const last = sizes.at(-1)
  for (const size of sizes.slice(0, -1)) if (last) compare(outcomes, size, last)
  console.log(`\n${tableOfGrowth(asked)}`)
}

async function measureJobs(size: Size, vaults: string): Promise<void> {
  const emulator = await startEmulatorProcess(['--synthetic', nameOf(size)])
  const [made, copy] = [join(vaults, nameOf(size)), join(work, nameOf(size))]
  try {
    if (!existsSync(made)) {
      backUpOnce(emulator, `${made}.new`)
      await measureNights(emulator, `${made}.new`)
      renameSync(`${made}.new`, made)
    }
    cpSync(made, copy, { recursive: true })
    await printBlocks(size, copy, emulator)
  } finally {
    await emulator.stop()
    rmSync(copy, { recursive: true, force: true })
  }
}

async function printBlocks(size: Size, vault: string, emulator: EmulatorProcess): Promise<void> {
  for await (const line of longestBlocks(work, vault, emulator)) console.log(`${nameOf(size)} ${line}`)
}

async function measure(size: Size, asked: Measured[]): Promise<Outcome[]> {
  const emulator = await startEmulatorProcess(['--synthetic', nameOf(size)])
  const vault = join(work, nameOf(size))
  try {
    const numbers = { ...AROUND, S: size.spaces, P: size.spaces * size.pages }
    const first = await backUp(emulator, vault, `${nameOf(size)} first`, 'first', numbers)
    const unchanged = await backUp(emulator, vault, `${nameOf(size)} unchanged`, 'fast', numbers)
    const questions = measureQuestions(work, vault)
    const nights = await measureNights(emulator, vault)
    const usage = new Map([...questions, ...nights, ...measureCheckOfNights(vault, questions)])
    asked.push({ pages: size.spaces * size.pages, usage })
    await printBlocks(size, vault, emulator)
    return [first, unchanged]
  } finally {
    await emulator.stop()
    rmSync(vault, { recursive: true, force: true })
  }
}

async function backUp(
  emulator: EmulatorProcess,
  vault: string,
  name: string,
  scenario: Scenario,
  numbers: Numbers,
): Promise<Outcome> {
  await emulator.resetRequests()
  const outcome = backUpOnce(emulator, vault)
  const { total, operations } = await emulator.requests()
  const { state, kib, seconds } = outcome
  console.log(`${name}: ${state}, peak ${kib} KiB, ${seconds} s`)
  const rows = compareRequests({ service: 'full', scenario, numbers, operations })
  console.log(tableOf(`${total} requests, beside docs/development/platform.md#least-requests:`, rows))
  for (const line of unexplained(rows)) console.log(`  NOT EXPLAINED: ${line}`)
  return outcome
}

function backUpOnce({ url, token }: EmulatorProcess, vault: string, settings = {}): Outcome {
  const script = join(import.meta.dirname, 'peak-of-one.ts')
  // The launcher's flag.
  const args = ['--max-semi-space-size=16', script, vault, url, token, JSON.stringify(settings)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

/** What a check takes more, now that there are the nights since it was measured. */
function measureCheckOfNights(vault: string, before: ReadonlyMap<string, Usage>): Map<string, Usage> {
  const runs = Array.from({ length: RUNS }, () => usageOf(['check'], work, vault))
  const cpuSeconds = median(runs.map(run => run.cpuSeconds))
  const kib = median(runs.map(run => run.kib))
  const name = `check of ${NIGHTS.length * RUNS} more nights`
  return new Map([[name, { cpuSeconds, startUp: before.get('check')?.cpuSeconds ?? 0, kib }]])
}

/** Beyond start-up; medians. */
async function measureNights(emulator: EmulatorProcess, vault: string): Promise<Map<string, Usage>> {
  const usage = new Map<string, Usage>()
  for (const { name, spaces, settings } of NIGHTS) {
    const nights: Outcome[] = []
    for (let night = 0; night < RUNS; night++) {
      if (spaces > 0) await editPages(emulator, spaces, night)
      nights.push(backUpOnce(emulator, vault, settings))
    }
    console.log(`${name}: ${median(nights.map(({ requests }) => requests))} requests`)
    usage.set(name, {
      cpuSeconds: median(nights.map(each => each.cpuSeconds)),
      startUp: median(nights.map(each => each.startUp)),
      kib: median(nights.map(({ kib }) => kib)),
    })
  }
  return usage
}

function compare(outcomes: Readonly<Record<string, Outcome[]>>, small: Size, large: Size): void {
  for (const [index, name] of ['first', 'unchanged'].entries()) {
    const [one, other] = [outcomes[nameOf(small)]?.[index], outcomes[nameOf(large)]?.[index]]
    if (one && other)
      console.log(
        `${name}: peak of ${nameOf(large)} over ${nameOf(small)}: ${(other.kib / one.kib).toFixed(2)}`,
      )
  }
}

function nameOf({ spaces, pages }: Size): string {
  return `${spaces}x${pages}`
}

function parseSize(text: string): Size {
  const [spaces = 0, pages = 0] = text.split('x').map(Number)
  return { spaces, pages }
}
