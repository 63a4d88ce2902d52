/**
 * The only door to a bundle's files. Answers for paths relative to the root; never follows a symbolic link out of
 * the folder, never reads anything but regular files, and remembers what it looked up.
 */
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { InvalidBundle } from './errors.ts'

export type Found =
  | { type: 'file'; path: string; absolutePath: string; sizeBytes: number }
  | { type: 'folder' | 'missing' | 'outside' | 'refused'; path: string }

export interface BundleFolder {
  lookup(path: string): Found
  /** Regular files below a folder of the bundle, sorted; links to folders are not followed. */
  walk(path: string): Found[]
  /** What a folder of the bundle has. */
  list(path: string): readonly Listed[]
  read(absolutePath: string): Buffer
}

interface Listed {
  name: string
  isFolder: boolean
}

/** Where a bundle's files are. Paths are relative to its top, and lead nowhere else. */
export interface FileTree {
  /** For messages. */
  name: string
  /** Exactly this path. */
  find(path: string): Found
  list(path: string): readonly Listed[]
  read(absolutePath: string): Buffer
}

/** `root`: relative to the top of the tree. */
export function openFolder(tree: FileTree, root: string): BundleFolder {
  const known = new Map<string, Found>()
  const lookup = (path: string): Found => {
    const clean = posix.normalize(path)
    const before = known.get(clean)
    if (before !== undefined) return before
    const found = find(tree, root, clean)
    known.set(clean, found)
    return found
  }
  const list = (path: string) => tree.list(posix.join(root, path))
  return { lookup, list, walk: path => walkFolder(path, lookup, list), read: tree.read }
}

function find(tree: FileTree, root: string, path: string): Found {
  if (path === '..' || path.startsWith('../') || path.startsWith('/')) return { type: 'outside', path }
  for (const form of new Set([path, path.normalize('NFC'), path.normalize('NFD')])) {
    const found = tree.find(posix.join(root, form))
    if (found.type !== 'missing') return { ...found, path: form }
  }
  return { type: 'missing', path }
}

function walkFolder(path: string, lookup: BundleFolder['lookup'], list: BundleFolder['list']): Found[] {
  const start = lookup(path)
  if (start.type !== 'folder') return start.type === 'missing' ? [] : [start]
  const files: Found[] = []
  const pending = [start.path]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { name, isFolder } of list(next)) {
      const child = posix.join(next, name)
      if (isFolder) pending.push(child)
      else files.push(lookup(child))
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Of a folder on disk. */
export function treeOfFolder(folder: string): FileTree {
  const top = guard(folder, () => realpathSync(folder))
  return {
    name: folder,
    find: path => findOnDisk(top, path),
    list: path =>
      guard(join(top, path), () =>
        readdirSync(join(top, path), { withFileTypes: true }).map(entry => {
          return { name: entry.name, isFolder: entry.isDirectory() }
        }),
      ),
    read: absolutePath => guard(absolutePath, () => readFileSync(absolutePath)),
  }
}

function findOnDisk(top: string, path: string): Found {
  const absolute = join(top, path)
  if (path.includes('\0')) return { type: 'missing', path }
  return guard<Found>(
    absolute,
    () => {
      const real = realpathSync.native(absolute)
      if (real !== top && !real.startsWith(top + sep)) return { type: 'refused', path }
      const stat = statSync(real)
      if (stat.isDirectory()) return { type: 'folder', path }
      if (!stat.isFile()) return { type: 'refused', path }
      return { type: 'file', path, absolutePath: real, sizeBytes: stat.size }
    },
    { type: 'missing', path },
  )
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
