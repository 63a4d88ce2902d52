/**
 * What it costs to thin out a year: 365 nights of 10,000 pages, a hundred of them edited each night, are brought down to 7
 * daily, 4 weekly and 12 monthly ones by docvault, restic and borg. Prints seconds and the peak resident set of forgetting
 * and pruning, and the bytes before and after; the three decide by rules of their own which nights these are. Before
 * that, the CPU seconds in which docvault checks all these nights.
 *
 * Needs GNU time, restic and borg. `NIGHTS`, `PAGES`, `EDITS` and `SEED` change what is measured.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { usageOf } from './growth.ts'
import { folderBytes } from './measure.ts'
import { makePages, openNightly, writePages } from './prune-states.ts'

const nights = Number(process.env.NIGHTS ?? 365)
const pageCount = Number(process.env.PAGES ?? 10_000)
const edits = Number(process.env.EDITS ?? 100)
const seed = Number(process.env.SEED ?? 1)

const FIRST_NIGHT_MS = Date.parse('2025-01-01T02:00:00Z')
const DAY_MS = 86_400_000
const KEEP = ['--keep-daily', '7', '--keep-weekly', '4', '--keep-monthly', '12']

const execute = promisify(execFile)
const program = resolve(import.meta.dirname, '../bin/docvault')
const work = mkdtempSync(join(tmpdir(), 'docvault-bench-'))
const placeOf = (name: string) => join(work, name)
const [state, vault, restic, borg] = [placeOf('state'), placeOf('vault'), placeOf('restic'), placeOf('borg')]
const env = {
  ...process.env,
  TZ: 'UTC',
  DOCVAULT_VAULT_PATH: vault,
  DOCVAULT_RETENTION_UNDO: '0s',
  RESTIC_REPOSITORY: restic,
  RESTIC_PASSWORD: 'bench',
  BORG_REPO: borg,
  BORG_BASE_DIR: join(work, 'borg-base'),
  BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK: 'yes',
  BORG_RELOCATED_REPO_ACCESS_IS_OK: 'yes',
}

interface Cost {
  seconds: number
  kib: number
}

try {
  await fill()
  const { cpuSeconds } = usageOf(['check'], work, vault)
  console.log(`docvault check of ${nights} nights: ${cpuSeconds.toFixed(1)} s of CPU`)
  console.log(
    `system     seconds   peak MiB   before MiB   after MiB   kept   (${nights} nights of ${pageCount} pages, ${edits} edits a night)`,
  )
  report('docvault', vault, pruneVault, countVault)
  report('restic', restic, pruneRestic, countRestic)
  report('borg', borg, pruneBorg, countBorg)
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  mkdirSync(state, { recursive: true })
  const pages = makePages(pageCount, seed)
  let now = FIRST_NIGHT_MS
  const nightly = await openNightly(vault, pages, { clock: () => now })
  run('restic', ['init'])
  run('borg', ['init', '--encryption', 'none'])
  let edited = new Set(pages.texts.keys())
  for (let night = 0; night < nights; night++) {
    now = FIRST_NIGHT_MS + night * DAY_MS
    writePages(state, pages, edited, now)
    const time = new Date(now).toISOString()
    await Promise.all([
      nightly.night(edited),
      runBeside('restic', ['-q', '--no-cache', 'backup', '--time', time.slice(0, 19).replace('T', ' '), '.']),
      runBeside('borg', [
        'create',
        '--compression',
        'zstd,6',
        '--timestamp',
        time.slice(0, 19),
        `::${time.slice(0, 10)}`,
        '.',
      ]),
    ])
    edited = pages.edit(edits)
  }
  await nightly.close()
}

function report(name: string, folder: string, prune: () => Cost[], count: () => number): void {
  const before = folderBytes(folder)
  const costs = prune()
  const seconds = costs.reduce((sum, cost) => sum + cost.seconds, 0)
  const cells = [
    seconds.toFixed(1).padStart(9),
    (Math.max(...costs.map(({ kib }) => kib)) / 1024).toFixed(0).padStart(10),
    mib(before).padStart(12),
    mib(folderBytes(folder)).padStart(11),
    String(count()).padStart(6),
  ]
  console.log(name.padEnd(8), ...cells)
}

function mib(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

function pruneVault(): Cost[] {
  const planned =
    output(program, ['forget', ...KEEP, '--json'])
      .trim()
      .split('\n')
      .at(-1) ?? ''
  const { forgets } = JSON.parse(planned)
  return [
    timed(program, ['forget', ...KEEP, '--apply', '--expect', String(forgets)]),
    timed(program, ['prune', '--apply']),
  ]
}

function countVault(): number {
  return output(program, ['snapshots', '--json']).trim().split('\n').length
}

function pruneRestic(): Cost[] {
  return [timed('restic', ['-q', '--no-cache', 'forget', ...KEEP, '--prune'])]
}

function countRestic(): number {
  return JSON.parse(output('restic', ['--no-cache', 'snapshots', '--json'])).length
}

function pruneBorg(): Cost[] {
  return [timed('borg', ['prune', ...KEEP]), timed('borg', ['compact'])]
}

function countBorg(): number {
  return output('borg', ['list', '--short']).trim().split('\n').length
}

function timed(command: string, args: readonly string[]): Cost {
  const file = join(work, 'cost')
  run('/usr/bin/time', ['-o', file, '-f', '%e %M', command, ...args])
  const [seconds = 0, kib = 0] = readFileSync(file, 'utf8').trim().split(' ').map(Number)
  return { seconds, kib }
}

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { env, cwd: work, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function runBeside(command: string, args: readonly string[]): Promise<void> {
  await execute(command, args, { env, cwd: state })
}

function output(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { env, cwd: work, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
}
