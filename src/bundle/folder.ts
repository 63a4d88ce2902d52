/**
 * The only door to a bundle's files. Answers for paths relative to the root; never follows a symbolic link out of
 * the folder, never reads anything but regular files, and remembers what it looked up.
 */
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { InvalidBundle } from './errors.ts'

export type Found =
  | { type: 'file'; path: string; absolutePath: string; sizeBytes: number }
  | { type: 'folder' | 'missing' | 'outside' | 'refused'; path: string }

export interface BundleFolder {
  lookup(path: string): Found
  /** Regular files below a folder of the bundle, sorted; links to folders are not followed. */
  walk(path: string): Found[]
  read(absolutePath: string): Buffer
}

export function openFolder(folder: string, root: string): BundleFolder {
  const real = realpathSync(folder)
  const known = new Map<string, Found>()
  const lookup = (path: string): Found => {
    const clean = posix.normalize(path)
    const before = known.get(clean)
    if (before !== undefined) return before
    const found = find(real, join(real, root), clean)
    known.set(clean, found)
    return found
  }
  return {
    lookup,
    walk: path => walkFolder(join(real, root), path, lookup),
    read: absolutePath => guard(absolutePath, () => readFileSync(absolutePath)),
  }
}

function find(folder: string, root: string, path: string): Found {
  if (path === '..' || path.startsWith('../') || path.startsWith('/')) return { type: 'outside', path }
  for (const form of new Set([path, path.normalize('NFC'), path.normalize('NFD')])) {
    const found = findExact(folder, root, form)
    if (found.type !== 'missing') return found
  }
  return { type: 'missing', path }
}

function findExact(folder: string, root: string, path: string): Found {
  const absolute = join(root, path)
  if (path.includes('\0')) return { type: 'missing', path }
  return guard<Found>(
    absolute,
    () => {
      const real = realpathSync.native(absolute)
      if (real !== folder && !real.startsWith(folder + sep)) return { type: 'refused', path }
      const stat = statSync(real)
      if (stat.isDirectory()) return { type: 'folder', path }
      if (!stat.isFile()) return { type: 'refused', path }
      return { type: 'file', path, absolutePath: real, sizeBytes: stat.size }
    },
    { type: 'missing', path },
  )
}

function walkFolder(root: string, path: string, lookup: (path: string) => Found): Found[] {
  const start = lookup(path)
  if (start.type !== 'folder') return start.type === 'missing' ? [] : [start]
  const files: Found[] = []
  const pending = [start.path]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const entry of listFolder(join(root, next))) {
      const child = posix.join(next, entry.name)
      if (entry.isDirectory()) pending.push(child)
      else files.push(lookup(child))
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

function listFolder(absolute: string): Dirent[] {
  return guard(absolute, () => readdirSync(absolute, { withFileTypes: true }))
}

const ABSENT: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])

/** Absent is an answer; unreadable (permissions, a broken disk) is an error: guessing would lose a page. */
function guard<T>(absolute: string, run: () => T, absent?: T): T {
  try {
    return run()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (absent !== undefined && ABSENT.has(code)) return absent
    throw new InvalidBundle(`${absolute} cannot be read (${String(code ?? cause)})`, { cause })
  }
}
