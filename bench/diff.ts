/**
 * The time that a diff of 100 changes takes among 100,000 resources and among 10,000, beside `restic diff` and
 * `git diff --stat` over the same two states written as files. Every number is the median of several runs; each run goes
 * through both sizes and every tool, one after the other, so that a busy machine is busy for all of them.
 *
 * Compared is like with like: `--stat` counts changes, as `git diff --stat` does (git counts lines too), whole command
 * against whole command. What is measured in the process leaves out the start of Node, which no command can go below and
 * which has a line of its own.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChangeCounts } from '../src/cli/change-counts.ts'
import { changeEvent } from '../src/cli/change-event.ts'
import { bodyDiff } from '../src/diff/body-diff.ts'
import type { DescribedChange } from '../src/diff/change.ts'
import { compare } from '../src/diff/compare.ts'
import { resources } from '../src/resources/index.ts'
import { openVault, type Vault } from '../src/vault/vault.ts'
import { fillVault, prepareOthers, runTool } from './diff-states.ts'
import { median } from './measure.ts'

const RUNS = Number(process.env.RUNS ?? 15)
const CHANGES = 100
const [SMALL, LARGE] = [10_000, 100_000]
const launcher = join(import.meta.dirname, '../bin/docvault')
const root = mkdtempSync(join(tmpdir(), 'docvault-bench-diff-'))
// Read by restic: a repository of a benchmark keeps no secret.
process.env.RESTIC_PASSWORD = 'benchmark'
// Where the launcher keeps what Node compiled: as on a machine on which docvault ran before.
process.env.XDG_CACHE_HOME = join(root, 'cache')

type Tools = Readonly<Record<string, () => void>>

try {
  mkdirSync(join(root, 'cache'))
  const tools = new Map<number, Tools>()
  for (const count of [SMALL, LARGE]) tools.set(count, await prepare(count))
  const times = measure(tools)
  for (const [count, one] of times) {
    console.log(`${CHANGES} changes among ${count.toLocaleString('en')} resources, median of ${RUNS}, ms:`)
    for (const [name, time] of one) console.log(`  ${name.padEnd(52)} ${time.toFixed(1).padStart(9)}`)
  }
  printRatios(times)
} finally {
  rmSync(root, { recursive: true, force: true })
}

async function prepare(count: number): Promise<Tools> {
  const folder = join(root, String(count))
  const [files, vault] = [join(folder, 'files'), join(folder, 'vault')]
  mkdirSync(files, { recursive: true })
  const changed = new Set(
    Array.from({ length: CHANGES }, (_, index) => Math.floor((index * count) / CHANGES)),
  )
  await fillVault(vault, count, changed)
  const { git, restic, snapshots } = prepareOthers(folder, files, count, changed)
  return {
    'docvault, in the process: --stat': () => diffInProcess(vault, () => {}),
    'docvault, in the process: each change described': () =>
      diffInProcess(vault, change => JSON.stringify(changeEvent(change, null))),
    'docvault, in the process: with the lines of bodies': () =>
      diffInProcess(vault, (change, opened) => JSON.stringify(changeEvent(change, bodyDiff(opened, change)))),
    'docvault diff --stat': () => runTool(launcher, ['diff', '1', '2', '--stat', '--vault', vault]),
    'git diff --stat': () => runTool('git', [...git, 'diff', '--stat', 'one', 'two']),
    'restic diff': () => runTool('restic', [...restic, 'diff', ...snapshots]),
    'an empty Node process': () => runTool(process.execPath, ['-e', '0']),
  }
}

function diffInProcess(path: string, take: (change: DescribedChange, vault: Vault) => void): void {
  const vault = openVault(path)
  const [a, b] = vault.snapshots()
  if (!a || !b) throw new Error('there are no two snapshots')
  const counts = new ChangeCounts()
  for (const change of compare(vault, resources, { a, b }, { by: 'id' })) {
    counts.add(change)
    take(change, vault)
  }
  vault.close()
  if (counts.totals.modified !== CHANGES) throw new Error(`the diff says ${counts.line()}`)
}

/** The first run fills caches and does not count. */
function measure(tools: ReadonlyMap<number, Tools>): Map<number, [string, number][]> {
  const samples = new Map<string, number[]>()
  const nameOf = (count: number, name: string) => `${count} ${name}`
  for (let run = 0; run <= RUNS; run++) {
    for (const [count, one] of tools) {
      for (const [name, work] of Object.entries(one)) {
        const start = performance.now()
        work()
        const taken = samples.get(nameOf(count, name)) ?? []
        if (run > 0) taken.push(performance.now() - start)
        samples.set(nameOf(count, name), taken)
      }
    }
  }
  return new Map(
    [...tools].map(([count, one]) => [
      count,
      Object.keys(one).map((name): [string, number] => [
        name,
        median(samples.get(nameOf(count, name)) ?? []),
      ]),
    ]),
  )
}

function printRatios(times: ReadonlyMap<number, [string, number][]>): void {
  const of = (count: number, name: string) =>
    times.get(count)?.find(([one]) => one === name)?.[1] ?? Number.NaN
  const [inProcess, command] = ['docvault, in the process: --stat', 'docvault diff --stat']
  for (const [name] of times.get(LARGE) ?? [])
    if (name.startsWith('docvault'))
      console.log(`100,000 against 10,000: ${(of(LARGE, name) / of(SMALL, name)).toFixed(2)} times  ${name}`)
  for (const other of ['git diff --stat', 'restic diff', 'an empty Node process']) {
    const ratio = (name: string) => (of(LARGE, name) / of(LARGE, other)).toFixed(2)
    console.log(
      `docvault against ${other}, 100,000: whole command ${ratio(command)}, in the process ${ratio(inProcess)}`,
    )
  }
}
