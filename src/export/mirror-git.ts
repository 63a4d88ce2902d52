/**
 * Keeps the history of a mirror in Git, with the program that people use. Hooks and settings of the folder's own are
 * not obeyed; the address of the remote, which may hold a password, is in no argument and in no file.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MANIFEST } from '../bundle/plan-paths.ts'
import { runGit } from '../model/git-program.ts'
import { printable } from '../model/printable.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import { MIRROR_STATE } from './mirror.ts'

export interface GitOptions {
  folder: string
  snapshot: SnapshotSummary
  /** `Name <address>`. */
  author: string
  /** Null: commits stay here. */
  remote: string | null
  signal: AbortSignal
}

const BRANCH = 'main'
const LINES_IN_MESSAGE = 200
/** A git that outlived a killed daemon may still be at work. */
const LOCK_PATIENCE_MS = 5_000

/** True when there was something to commit. Pushes what was committed before, too. */
export async function commitMirror(options: GitOptions): Promise<boolean> {
  await prepare(options)
  await git(options, ['add', '--all', '--', '.'])
  const changes = parseChanges(
    await git(options, ['diff', '--cached', '--name-status', '-z', '--no-renames']),
  )
  if (changes.length > 0)
    await git(options, ['commit', '--quiet', '--file', '-'], messageOf(options, changes))
  if (options.remote !== null) await push(options)
  return changes.length > 0
}

async function prepare(options: GitOptions): Promise<void> {
  const home = join(options.folder, '.git')
  if (!existsSync(join(home, 'HEAD'))) await git(options, ['init', '--quiet', `--initial-branch=${BRANCH}`])
  mkdirSync(join(home, 'info'), { recursive: true })
  writeFileSync(join(home, 'info', 'exclude'), `${MANIFEST}\n${MANIFEST}.*\n/${MIRROR_STATE}*\n`)
  const lock = join(home, 'index.lock')
  for (let waited = 0; existsSync(lock) && waited < LOCK_PATIENCE_MS; waited += 100) await delay(100)
  // Nobody but this daemon works here: what is left is of a run that was killed.
  rmSync(lock, { force: true })
}

async function push(options: GitOptions): Promise<void> {
  const name = options.snapshot.organizationTitle.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
  const branch = name === '' ? options.snapshot.organization : name
  await git(options, ['push', '--quiet', 'docvault', `HEAD:refs/heads/${branch}`])
}

function messageOf({ snapshot }: GitOptions, changes: readonly Change[]): string {
  const count = (type: string) => changes.filter(change => change.type === type).length
  const counts = [
    [count('added'), 'added'],
    [count('modified'), 'modified'],
    [count('removed'), 'removed'],
  ].flatMap(([n, word]) => (n === 0 ? [] : [`${n} ${word}`]))
  const lines = changes.slice(0, LINES_IN_MESSAGE).map(change => `${change.type} ${printable(change.path)}`)
  if (changes.length > LINES_IN_MESSAGE) lines.push(`and ${changes.length - LINES_IN_MESSAGE} more`)
  const about = `${printable(snapshot.organizationTitle)}, ${snapshot.state}, ${snapshot.started}`
  return [`Snapshot ${snapshot.snapshot}: ${counts.join(', ')}`, '', about, '', ...lines, ''].join('\n')
}

interface Change {
  type: string
  path: string
}

function parseChanges(output: string): Change[] {
  const fields = output.split('\0')
  const types: Readonly<Record<string, string>> = { A: 'added', M: 'modified', D: 'removed', T: 'modified' }
  return fields.flatMap((field, index) =>
    index % 2 === 0 && field !== '' ? [{ type: types[field] ?? field, path: fields[index + 1] ?? '' }] : [],
  )
}

function git(options: GitOptions, args: readonly string[], input = ''): Promise<string> {
  const { folder: cwd, signal } = options
  return runGit({ args, cwd, signal, env: environmentOf(options), hint: HINT }, input)
}

const HINT = 'look at the folder of the mirror with git, and at mirror.gitRemote'

function environmentOf({ author, remote, snapshot }: GitOptions): NodeJS.ProcessEnv {
  const { HOME, SSH_AUTH_SOCK } = process.env
  const [, name = author, email = 'docvault@localhost'] = /^(.*?)\s*<([^>]*)>$/.exec(author) ?? []
  const when = snapshot.sealed ?? snapshot.started
  return {
    HOME,
    SSH_AUTH_SOCK,
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: when,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: when,
    ...(remote === null
      ? {}
      : { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'remote.docvault.url', GIT_CONFIG_VALUE_0: remote }),
  }
}
