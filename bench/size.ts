/**
 * The size of a vault after thirty nights, beside Git and restic on the same states.
 *
 * For each data set: its newest states are loaded into the emulator one after another, with a backup after each; the
 * same folders are committed to a Git repository (then `git gc --aggressive`) and backed up by restic. Then the vault is
 * compacted, and its catalog written anew. Prints bytes and ratios, before and after. docvault keeps two formats of each body, or those of FORMATS, all
 * settings and ids; Git and restic keep the files.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openVaultForWriting } from '../src/vault/vault.ts'
import { dataSets, stateCount, writeState } from '../test/helpers/data-sets.ts'
import { startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { commitState } from './git-nights.ts'
import { backUpInto, folderBytes } from './measure.ts'

const nights = Number(process.env.NIGHTS ?? 30)
const sets = process.env.SETS?.split(',') ?? dataSets()
const work = mkdtempSync(join(tmpdir(), 'docvault-bench-'))
const formats = process.env.FORMATS ?? 'document,markdown'
const level = Number(process.env.LEVEL ?? 19)
const totals = { vault: 0, compacted: 0, git: 0, restic: 0 }

try {
  console.log(
    `set         vault compacted       git    restic   vault/git   vault/restic   compacted/git   compacted/restic   (bytes after ${nights} nights of ${formats}; level ${level})`,
  )
  for (const set of sets) {
    const sizes = await measure(set)
    totals.vault += sizes.vault
    totals.compacted += sizes.compacted
    totals.git += sizes.git
    totals.restic += sizes.restic
    print(set, sizes)
  }
  print('all', totals)
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function measure(set: string): Promise<typeof totals> {
  const folder = join(work, set)
  const [state, vault, git, restic] = ['state', 'vault', 'git', 'restic'].map(name => join(folder, name))
  if (!state || !vault || !git || !restic) throw new Error('unreachable')
  mkdirSync(git, { recursive: true })
  run('git', ['init', '-q', git])
  runRestic(['init'], restic)
  const last = stateCount(set)
  const first = Math.max(1, last - nights + 1)
  writeState(set, first, state)
  const emulator = await startEmulatorProcess(['--load', `${set}=${state}`])
  try {
    for (let night = first; night <= last; night++) {
      writeState(set, night, state)
      await emulator.control('POST', 'load', { space: set, folder: state })
      await backUpInto(vault, emulator, { DOCVAULT_BACKUP_FORMATS: formats })
      commitState(git, state, night)
      runRestic(['backup', '.'], restic, state)
    }
  } finally {
    await emulator.stop()
  }
  run('git', ['-C', git, 'gc', '-q', '--aggressive', '--prune=now'])
  const before = folderBytes(vault)
  await compact(vault)
  return {
    vault: before,
    compacted: folderBytes(vault),
    git: folderBytes(join(git, '.git/objects')),
    restic: folderBytes(restic),
  }
}

async function compact(path: string): Promise<void> {
  const vault = await openVaultForWriting(path)
  try {
    await vault.compact({ level, vacuum: true })
  } finally {
    await vault.close()
  }
}

function runRestic(args: readonly string[], repository: string, cwd?: string): void {
  const env = { ...process.env, RESTIC_REPOSITORY: repository, RESTIC_PASSWORD: 'bench' }
  run('restic', ['-q', '--no-cache', ...args], { env, ...(cwd ? { cwd } : {}) })
}

function run(
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): void {
  execFileSync(command, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
}

function print(name: string, { vault, compacted, git, restic }: typeof totals): void {
  const cells = [vault, compacted, git, restic].map(bytes => String(bytes).padStart(9))
  const ratios = [vault / git, vault / restic, compacted / git, compacted / restic]
  const widths = [11, 14, 15, 18]
  console.log(
    name.padEnd(7),
    ...cells,
    ...ratios.map((ratio, index) => ratio.toFixed(3).padStart(widths[index] ?? 0)),
  )
}
