/**
 * What a Git that was killed leaves: locks of its branch and of HEAD, at which every later commit fails. (The lock of
 * the index is seen to by the mirror itself.) Only for a folder that nobody but this daemon works in.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A git that outlived a killed daemon may still be at work. */
const PATIENCE_MS = 5_000
const POLL_MS = 100

export async function dropGitLocks(folder: string, signal: AbortSignal): Promise<void> {
  const home = join(folder, '.git')
  for (let waited = 0; locksIn(home).length > 0 && waited < PATIENCE_MS; waited += POLL_MS)
    await delay(POLL_MS, undefined, { signal })
  for (const lock of locksIn(home)) rmSync(lock, { force: true })
}

function locksIn(home: string): string[] {
  const top = ['HEAD.lock', 'packed-refs.lock', 'config.lock'].map(name => join(home, name))
  const refs = join(home, 'refs')
  const below = existsSync(refs) ? readdirSync(refs, { recursive: true, encoding: 'utf8' }) : []
  return [
    ...top.filter(path => existsSync(path)),
    ...below.filter(name => name.endsWith('.lock')).map(name => join(refs, name)),
  ]
}
