/**
 * A bundle in a folder. Each file is written beside and renamed, so none is ever half there; nothing is written
 * or deleted through a symbolic link. Its manifest tells what docvault wrote, and only that is ever replaced.
 */
import { createHash } from 'node:crypto'
import {
  constants,
  createReadStream,
  type Dirent,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { UsageError } from '../model/errors.ts'
import { openManifest } from './manifest.ts'
import { keyOf } from './path-claims.ts'
import { MANIFEST } from './plan-paths.ts'
import { chunksOf, type OpenTarget, type Written } from './target.ts'

const TEMPORARY = `${MANIFEST}.tmp`
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

export interface FolderTarget extends OpenTarget {
  /** What an earlier run wrote and this one did not. */
  removeStale(): void
}

/** Throws `UsageError` unless the folder is absent, empty or, with `replace`, was written by this function. */
export function openFolderTarget(folder: string, replace: boolean): FolderTarget {
  if (!makeRoot(folder)) throw new UsageError(`${folder} is a file`, { hint: 'name a folder' })
  const root = realpathSync(folder)
  const manifest = openManifest(root, folder, replace)
  const folders = new Set<string>()
  const spellings = new Map([...manifest.before].map(path => [keyOf(path), path]))
  /** What an earlier run wrote as the same file under another spelling. */
  const respelled = (path: string): string | undefined => {
    const old = manifest.before.has(path) ? undefined : spellings.get(keyOf(path))
    return old !== undefined && isOneFile(join(root, old), join(root, path)) ? old : undefined
  }
  /** A folder of which an earlier run wrote everything, and this one nothing. */
  const isAllStale = (folder: string): boolean => {
    const inside = readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    const files = inside.filter(entry => !entry.isDirectory())
    const pathOf = (entry: Dirent) =>
      posix.join(...relative(root, join(entry.parentPath, entry.name)).split(sep))
    return files.length > 0 && files.every(file => file.isFile() && manifest.isStale(pathOf(file)))
  }
  const removeStale = () => {
    for (const path of manifest.stale()) removeFile(root, path)
  }
  return {
    removeStale,
    isTaken: path => {
      const there = look(join(root, path))
      if (there?.isDirectory()) return !isAllStale(path)
      return there !== undefined && !manifest.before.has(path) && respelled(path) === undefined
    },
    put: async (path, content) => {
      makeFolders(root, posix.dirname(path), folders, manifest.before)
      // Named before it is there: after a crash the next run knows the file for ours.
      manifest.add(path)
      const written = await writeTemporary(root, content)
      // Where case is ignored, removing the old name later would remove the new file.
      const old = respelled(path)
      if (old !== undefined) removeFile(root, old)
      // What is the same stays as it is, with its time.
      if (isFolder(join(root, path))) rmSync(join(root, path), { recursive: true })
      if (await isSame(join(root, path), written)) rmSync(join(root, TEMPORARY))
      else renameSync(join(root, TEMPORARY), join(root, path))
      return written
    },
    finish: async () => {
      removeStale()
      manifest.finish()
    },
    abandon: async () => {
      rmSync(join(root, TEMPORARY), { force: true })
    },
  }
}

function isOneFile(a: string, b: string): boolean {
  const [first, second] = [look(a), look(b)]
  return first?.isFile() === true && first.dev === second?.dev && first.ino === second.ino
}

async function isSame(path: string, { digest, sizeBytes }: Written): Promise<boolean> {
  const there = look(path)
  if (!there?.isFile() || there.size !== sizeBytes) return false
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex') === digest
}

async function writeTemporary(root: string, content: Buffer | Readable): Promise<Written> {
  const path = join(root, TEMPORARY)
  rmSync(path, { force: true })
  const handle = await open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o644)
  try {
    return await writeChunks(handle, content)
  } finally {
    await handle.close()
  }
}

async function writeChunks(handle: FileHandle, content: Buffer | Readable): Promise<Written> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of chunksOf(content)) {
    hash.update(chunk)
    sizeBytes += chunk.length
    await handle.writeFile(chunk)
  }
  return { digest: hash.digest('hex'), sizeBytes }
}

function makeRoot(folder: string): boolean {
  const there = statSync(folder, { throwIfNoEntry: false })
  if (there === undefined) mkdirSync(folder, { recursive: true })
  return there === undefined || there.isDirectory()
}

/** One by one, since `recursive` would go through a link that leads elsewhere. */
function makeFolders(
  root: string,
  folder: string,
  made: Set<string>,
  replaceable: ReadonlySet<string>,
): void {
  if (folder === '.' || made.has(folder)) return
  makeFolders(root, posix.dirname(folder), made, replaceable)
  const path = join(root, folder)
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat?.isDirectory()) {
    made.add(folder)
    return
  }
  if (stat !== undefined && !replaceable.has(folder)) {
    throw new UsageError(`${path} is in the way: it is no folder`, {
      hint: 'remove it, or write the bundle into an empty folder',
    })
  }
  rmSync(path, { force: true })
  mkdirSync(path)
  made.add(folder)
}

function removeFile(root: string, path: string): void {
  const folders = path.split('/').slice(0, -1)
  const chain = folders.map((_, n) => join(root, folders.slice(0, n + 1).join('/')))
  if (!chain.every(isFolder) || isFolder(join(root, path))) return
  rmSync(join(root, path), { force: true })
  for (const folder of chain.reverse()) if (!removeEmpty(folder)) return
}

/** Below a file there is nothing: `put` decides whether that file may go. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined
    throw error
  }
}

function isFolder(path: string): boolean {
  return look(path)?.isDirectory() === true
}

function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    // Not empty: it holds what is still in use, or is not ours.
    return false
  }
}
