/**
 * Temporary folders with parts of an organization in them. Each is named after the process that made it, so that what a
 * killed one left is removed by the next start, and never what a living one uses.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identifyProcess, isCertainlyDead } from './process-identity.ts'

export interface TemporaryFolder {
  path: string
  remove(): void
}

const NAME = /^docvault-[a-z]+-(\d+)-(\d*)-([0-9a-f]{8})-\w{6}$/
const BEAT_MS = 10 * 60_000
/** Of another container on the same disk nobody can tell whether its process lives: only that it has not beaten for so long. */
const FORSAKEN_MS = 24 * 60 * 60_000

/** For its owner only, whatever other files are made with. */
export function makeTemporaryFolder(purpose: string): TemporaryFolder {
  const { pid, born, place } = identifyProcess()
  const path = mkdtempSync(join(tmpdir(), `docvault-${purpose}-${pid}-${born}-${short(place)}-`))
  const beat = () => {
    const now = new Date()
    attempt(() => utimesSync(path, now, now))
  }
  const timer = setInterval(beat, BEAT_MS).unref()
  return {
    path,
    remove() {
      clearInterval(timer)
      rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Errors are ignored: another user's folders are not ours to remove. */
export function removeForsakenFolders(now: number = Date.now()): void {
  attempt(() => {
    for (const name of readdirSync(tmpdir())) {
      const path = join(tmpdir(), name)
      if (isForsaken(name, path, now)) attempt(() => rmSync(path, { recursive: true, force: true }))
    }
  })
}

function isForsaken(name: string, path: string, now: number): boolean {
  const [, pid, born = '', placeHash] = NAME.exec(name) ?? []
  if (pid === undefined) return false
  const { place } = identifyProcess()
  if (place !== '' && short(place) === placeHash) return isCertainlyDead({ pid: Number(pid), born, place })
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && now - stat.mtimeMs > FORSAKEN_MS
}

function short(place: string): string {
  return createHash('sha256').update(place).digest('hex').slice(0, 8)
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // The next start tries again.
  }
}
