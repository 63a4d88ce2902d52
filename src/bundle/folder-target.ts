/**
 * A bundle in a folder. Each file is written beside and renamed, so none is ever half there; nothing is written
 * or deleted through a symbolic link. Its manifest tells what docvault wrote, and only that is ever replaced.
 */
import { createHash } from 'node:crypto'
import { constants, lstatSync, mkdirSync, realpathSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { Readable } from 'node:stream'
import { UsageError } from '../model/errors.ts'
import { openManifest } from './manifest.ts'
import { MANIFEST } from './plan-paths.ts'
import { chunksOf, type OpenTarget, type Written } from './target.ts'

const TEMPORARY = `${MANIFEST}.tmp`
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

/** Throws `UsageError` unless the folder is absent, empty or, with `replace`, was written by this function. */
export function openFolderTarget(folder: string, replace: boolean): OpenTarget {
  mkdirSync(folder, { recursive: true })
  const root = realpathSync(folder)
  const manifest = openManifest(root, folder, replace)
  const folders = new Set<string>()
  return {
    isTaken: path => !manifest.before.has(path) && exists(join(root, path)),
    put: async (path, content) => {
      makeFolders(root, posix.dirname(path), folders)
      // Named before it is there: after a crash the next run knows the file for ours.
      manifest.add(path)
      const written = await writeTemporary(root, content)
      renameSync(join(root, TEMPORARY), join(root, path))
      return written
    },
    finish: async () => {
      for (const path of manifest.stale()) removeFile(root, path)
      manifest.finish()
    },
    abandon: async () => {
      rmSync(join(root, TEMPORARY), { force: true })
    },
  }
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

/** One by one, since `recursive` would go through a link that leads elsewhere. */
function makeFolders(root: string, folder: string, made: Set<string>): void {
  if (folder === '.' || made.has(folder)) return
  makeFolders(root, posix.dirname(folder), made)
  const path = join(root, folder)
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) mkdirSync(path)
  else if (!stat.isDirectory()) {
    throw new UsageError(`${path} is in the way: it is no folder`, {
      hint: 'remove it, or write the bundle into an empty folder',
    })
  }
  made.add(folder)
}

function removeFile(root: string, path: string): void {
  const folders = path.split('/').slice(0, -1)
  const chain = folders.map((_, n) => join(root, folders.slice(0, n + 1).join('/')))
  const real = chain.every(folder => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory())
  if (!real) return
  rmSync(join(root, path), { force: true })
  for (const folder of chain.reverse()) if (!removeEmpty(folder)) return
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

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}
