/**
 * Searching all nights of real documentation: how large the index is beside the text that it is of, what bringing it up to
 * date costs a night beside the backup, and how long a search takes with it, beside reading everything, `git log -S` and
 * `git grep` over all commits of the same nights. Every search goes to each of them, one after the other, so that a busy
 * machine is busy for all. Prints ratios of the 95th percentiles: of whole commands, of all matches in the process, and of a
 * page of them, as the pages for people ask for it: all are found and counted, the first 50 are described, and what one
 * search unpacked of the index is there for the next of that process (`find-page.ts`). Pages take turns with `git grep`.
 * SETS (default pgsql-tw,elsa), QUERIES (200), GIT_QUERIES of them (40), NIGHTS (all). VAULTS: a folder with vaults of all
 * nights that were made before, SET/vault; what a night costs is then not measured.
 */
import { execFileSync, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIndex } from '../src/search/index/build.ts'
import { indexPath, removeIndex } from '../src/search/index/database.ts'
import { search } from '../src/search/query/search.ts'
import { textUnits } from '../src/search/text/units.ts'
import { openVault, type Vault } from '../src/vault/vault.ts'
import { stateCount, writeState } from '../test/helpers/data-sets.ts'
import { startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { seeded } from '../test/search/samples.ts'
import { commitState } from './git-nights.ts'
import { backUpInto, median, percentile } from './measure.ts'

const sets = process.env.SETS?.split(',') ?? ['pgsql-tw', 'elsa']
const QUERIES = Number(process.env.QUERIES ?? 200)
const GIT_QUERIES = Number(process.env.GIT_QUERIES ?? 40)
const launcher = join(import.meta.dirname, '../bin/docvault')
const work = mkdtempSync(join(tmpdir(), 'docvault-bench-find-'))
process.env.XDG_CACHE_HOME = join(work, 'cache')

interface Nights {
  vault: string
  git: string
  /** CPU of indexing ÷ CPU of the backup, for each night after the first. */
  ratios: number[]
}

try {
  for (const set of sets) {
    const nights = await backUpNights(set)
    const vault = openVault(nights.vault)
    try {
      console.log(`${set}:`)
      // Of all texts nothing stays, as in a daemon.
      const queries = queriesFrom(await printSize(vault, nights))
      await printTimes(vault, nights, queries)
    } finally {
      vault.close()
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function backUpNights(set: string): Promise<Nights> {
  const folder = join(work, set)
  const [state, path, git] = [join(folder, 'state'), join(folder, 'vault'), join(folder, 'git')]
  mkdirSync(git, { recursive: true })
  run('git', ['init', '-q', git])
  const last = stateCount(set)
  const first = Math.max(1, last - Number(process.env.NIGHTS ?? last) + 1)
  const made = process.env.VAULTS
  if (made !== undefined) {
    cpSync(join(made, set, 'vault'), path, { recursive: true })
    removeIndex(indexPath(path))
    commitAll(set, git, state)
    return { vault: path, git, ratios: [] }
  }
  writeState(set, first, state)
  const emulator = await startEmulatorProcess(['--load', `${set}=${state}`])
  const ratios: number[] = []
  try {
    for (let night = first; night <= last; night++) {
      writeState(set, night, state)
      await emulator.control('POST', 'load', { space: set, folder: state })
      const backup = await cpuOf(() => backUpInto(path, emulator))
      const index = await cpuOf(() => bringUpToDate(path))
      if (night > first) ratios.push(index / backup)
      commitState(git, state, night)
    }
  } finally {
    await emulator.stop()
  }
  run('git', ['-C', git, 'gc', '-q'])
  return { vault: path, git, ratios }
}

function commitAll(set: string, git: string, state: string): void {
  for (let night = 1; night <= stateCount(set); night++) {
    writeState(set, night, state)
    commitState(git, state, night)
  }
  run('git', ['-C', git, 'gc', '-q'])
}

async function bringUpToDate(path: string): Promise<void> {
  const vault = openVault(path)
  await buildIndex(vault, indexPath(path)).finally(() => vault.close())
}

/** Answers all texts. */
async function printSize(vault: Vault, { vault: path, ratios }: Nights): Promise<string[]> {
  const { bytes } = await buildIndex(vault, indexPath(path))
  const texts = new Map<bigint, string>()
  let markdown = 0
  const seen = new Set<string>()
  for (let place: Parameters<Vault['statesAfter']>[0] = null; ; ) {
    const states = vault.statesAfter(place, 1000)
    for (const state of states) {
      const resource = vault.state(state)
      if (resource === null) continue
      for (const { key, read } of textUnits(vault, resource).units)
        if (!texts.has(key)) texts.set(key, Array.from(read(), ({ text }) => text).join('\n'))
      for (const part of resource.parts) {
        if (part.name !== 'markdown' || seen.has(part.digest)) continue
        seen.add(part.digest)
        markdown += part.bytes
      }
    }
    place = states.at(-1) ?? null
    if (place === null) break
  }
  const raw = [...texts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  console.log(
    `  index ÷ distinct text ${ratio(bytes / raw)}; ÷ distinct Markdown alone ${ratio(bytes / markdown)}`,
  )
  if (ratios.length > 0)
    console.log(
      `  indexing ÷ backup, CPU of a night: median ${ratio(median(ratios))}, most ${ratio(Math.max(...ratios))}`,
    )
  return [...texts.values()]
}

/** Words, phrases, parts of words and of lines: what stands in the texts, as people would type it. */
function queriesFrom(texts: readonly string[]): string[] {
  const random = seeded(3)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const found: string[] = []
  while (found.length < QUERIES) {
    const line =
      pick((pick(texts) ?? '').split('\n').filter(text => /^[\p{L}\p{N}]/u.test(text)))?.trim() ?? ''
    const words = line.split(/\s+/)
    const start = Math.floor(random() * words.length)
    const text = words.slice(start, start + 1 + Math.floor(random() * 3)).join(' ')
    const cut = random() < 0.3 ? [...text].slice(0, 2 + Math.floor(random() * 3)).join('') : text
    if (cut.length > 1 && !cut.startsWith('-')) found.push(cut)
  }
  return found
}

async function printTimes(
  vault: Vault,
  { vault: path, git }: Nights,
  queries: readonly string[],
): Promise<void> {
  const times = new Map<string, number[]>()
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
  const time = async (name: string, task: () => unknown) => {
    const start = performance.now()
    await task()
    note(name, performance.now() - start)
  }
  const request = { context: 60, maxDurationMs: 600_000, maxMatches: 10_000 }
  const commits = execFileSync('git', ['-C', git, 'rev-list', '--all'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const step = Math.max(1, Math.floor(queries.length / GIT_QUERIES))
  const pages = fork(join(import.meta.dirname, 'find-page.ts'), [path])
  pages.once('exit', code => {
    if (code !== 0) throw new Error(`the process that searches for pages ended with ${code}`)
  })
  for (const [at, text] of queries.entries()) {
    pages.send(text)
    const [ms] = await once(pages, 'message')
    note('docvault, a page', ms)
    if (at % step === 0)
      await time('git grep', () => tool('git', ['-C', git, 'grep', '-F', '-i', '-l', '-e', text, ...commits]))
  }
  pages.disconnect()
  for (const [at, text] of queries.entries()) {
    await time('docvault, in the process', () => search(vault, { ...request, texts: [text] }))
    if (at % step > 0) continue
    await time('docvault find', () =>
      tool(launcher, ['find', text, '--vault', path, '--max-duration', '10m']),
    )
    await time('git log -S', () => tool('git', ['-C', git, 'log', '--oneline', `-S${text}`]))
  }
  removeIndex(indexPath(path))
  for (const [at, text] of queries.entries())
    if (at % step === 0) await time('reading everything', () => search(vault, { ...request, texts: [text] }))
  const p95 = (name: string) => percentile(times.get(name) ?? [], 0.95)
  for (const ours of ['docvault, a page', 'docvault, in the process', 'docvault find'])
    for (const theirs of ['git grep', 'git log -S', 'reading everything'])
      console.log(`  95th percentile of ${ours} ÷ ${theirs}: ${ratio(p95(ours) / p95(theirs))}`)
}

async function cpuOf(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await task()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** `git grep` ends with 1 where it finds nothing, `docvault find` with 3 where there is more than it tells of. */
function tool(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: 'ignore' })
  if (error || status === null || ![0, 1, 3].includes(status))
    throw error ?? new Error(`${command} ended with ${status}`)
}

function ratio(value: number): string {
  return value.toFixed(3)
}
