/**
 * CPU seconds and peak memory of what people ask a vault of some size, each in a process of its own, and how they grow:
 * the exponent e in n^e of the CPU seconds beyond start-up, between the smallest size and the largest.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { median } from './measure.ts'

const usageSchema = z.object({ program: z.string(), cpuSeconds: z.number(), kib: z.number() })

export interface Usage {
  /** Of all processes. */
  cpuSeconds: number
  /** Those of them before the work began; absent: those of the first question. */
  startUp?: number
  /** Peak of the largest. */
  kib: number
}

/** By program. */
interface ProcessUsage extends Usage {
  program: string
}

const launcher = resolve(import.meta.dirname, '../bin/docvault')
const hook = resolve(import.meta.dirname, 'usage.mjs')
/** Of each measurement. */
export const RUNS = Number(process.env.RUNS ?? 3)
/** Below this, what is beyond start-up is noise. Seconds. */
const NOISE = 0.05

/** What starts, opens the vault and answers with one line. */
const START_UP = 'snapshots'
const QUESTIONS: readonly (readonly string[])[] = [
  [START_UP],
  ['ls', 'latest', '--kind', 'space'],
  ['ls', 'latest', '--json'],
  ['access', 'Ada Brandt'],
  ['audit', 'changes', '--no-ledger', '--since', '1'],
  ['audit', 'access', '--no-ledger'],
  ['check'],
  ['check', '--read-data'],
]

/** By command; medians. What fails throws. */
export function measureQuestions(folder: string, vault: string): Map<string, Usage> {
  return new Map(
    QUESTIONS.map(words => {
      const runs = Array.from({ length: RUNS }, () => usageOf(words, folder, vault))
      const cpuSeconds = median(runs.map(run => run.cpuSeconds))
      return [words.join(' '), { cpuSeconds, kib: median(runs.map(run => run.kib)) }]
    }),
  )
}

/** Of one command, in a process of its own, threads included, and of those that it starts. Throws where it fails. */
export function usageOf(
  words: readonly string[],
  folder: string,
  vault: string,
): Usage & { processes: readonly ProcessUsage[] } {
  const usages = mkdtempSync(join(folder, 'usage-'))
  // Not a pipe: whoever reads it would be measured too.
  const out = openSync(join(folder, 'out'), 'w')
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import ${hook}`,
    DOCVAULT_USAGE: usages,
    DOCVAULT_VAULT_PATH: vault,
    DOCVAULT_DAEMON_PATH: join(folder, 'none'),
  }
  const { status } = spawnSync(launcher, words, { env, stdio: ['ignore', out, 'inherit'] })
  closeSync(out)
  // 3: something was not read; 14: a drill found differences, as generated pages have shapes that no import makes.
  if (status !== 0 && status !== 3 && status !== 14)
    throw new Error(`docvault ${words.join(' ')} ended with ${status}`)
  const processes = readdirSync(usages).map(name =>
    usageSchema.parse(JSON.parse(readFileSync(join(usages, name), 'utf8'))),
  )
  rmSync(usages, { recursive: true })
  const cpuSeconds = processes.reduce((sum, each) => sum + each.cpuSeconds, 0)
  return { cpuSeconds, kib: Math.max(...processes.map(({ kib }) => kib)), processes }
}

export interface Measured {
  pages: number
  usage: Map<string, Usage>
}

/** A line for each command: CPU and memory at each size, and the exponent. */
export function tableOfGrowth(sizes: readonly Measured[]): string {
  const [small, large] = [sizes[0], sizes.at(-1)]
  if (small === undefined || large === undefined) return ''
  const head = ['pages:', ...sizes.map(({ pages }) => `${pages}`), 'exponent'].map(pad).join('')
  const lines = [...small.usage.keys()].map(name => {
    const cells = sizes.map(({ usage }) => words(usage.get(name)))
    return [name, ...cells, exponentOf(name, small, large)].map(pad).join('')
  })
  return [head, ...lines].join('\n')
}

function exponentOf(name: string, small: Measured, large: Measured): string {
  const smallest = small.usage.get(START_UP)?.cpuSeconds ?? 0
  const [before, after] = [small, large].map(({ usage }) => {
    const { cpuSeconds = 0, startUp = smallest } = usage.get(name) ?? {}
    return cpuSeconds - startUp
  })
  if (before === undefined || after === undefined || small.pages === large.pages) return ''
  if (after < NOISE) return 'start-up only'
  return (Math.log(after / Math.max(before, NOISE)) / Math.log(large.pages / small.pages)).toFixed(2)
}

function words(usage: Usage | undefined): string {
  return usage === undefined ? '' : `${usage.cpuSeconds.toFixed(2)} s ${Math.round(usage.kib / 1024)} MB`
}

function pad(text: string, column: number): string {
  return text.padEnd(column === 0 ? 40 : 18)
}
