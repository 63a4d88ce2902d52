/**
 * The list of what docvault wrote into a folder: what tells an earlier bundle from somebody's own files. Grows
 * before each file, one JSON text a line, so that a killed run is replaced as well as a finished one.
 */
import {
  appendFileSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../model/errors.ts'
import { MANIFEST } from './plan-paths.ts'
import { staysInside } from './safe-path.ts'

const HEAD = '{"docvault":"bundle","version":1}'

export interface Manifest {
  /** What an earlier run wrote. */
  before: ReadonlySet<string>
  add(path: string): void
  /** Written before, and not again. */
  stale(): string[]
  isStale(path: string): boolean
  /** Forgets what is stale. */
  finish(): void
}

/** `named` is the folder as the caller calls it. */
export function openManifest(root: string, named: string, replace: boolean): Manifest {
  const path = join(root, MANIFEST)
  const empty = readdirSync(root).length === 0
  const before = empty ? new Set<string>() : readBefore(path, named, replace)
  if (empty) writeFileSync(path, `${HEAD}\n`, { flag: 'wx' })
  const now = new Set<string>()
  return {
    before,
    add: file => {
      now.add(file)
      appendFileSync(path, `${JSON.stringify(file)}\n`)
    },
    stale: () => [...before].filter(file => !now.has(file)),
    isStale: file => before.has(file) && !now.has(file),
    finish: () => {
      const lines = [HEAD, ...[...now].sort().map(file => JSON.stringify(file))]
      rmSync(`${path}.new`, { force: true })
      writeFileSync(`${path}.new`, `${lines.join('\n')}\n`, { flag: 'wx' })
      renameSync(`${path}.new`, path)
    },
  }
}

function readBefore(path: string, named: string, replace: boolean): Set<string> {
  const ours = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
  const lines = ours ? readFileSync(path, 'utf8').split('\n') : []
  if (replace && lines[0] === HEAD) return new Set(lines.slice(1).flatMap(parseLine))
  throw new UsageError(`${named} is not empty`, {
    hint:
      lines[0] === HEAD
        ? 'docvault wrote it earlier: replace it with --replace, or name another folder'
        : 'name a folder that is empty or does not exist yet',
  })
}

/** The last line may be cut, and any line may be forged: only what could have been written by us counts. */
function parseLine(line: string): string[] {
  try {
    const path: unknown = JSON.parse(line)
    return typeof path === 'string' && staysInside(path) && path !== MANIFEST ? [path] : []
  } catch {
    return []
  }
}
