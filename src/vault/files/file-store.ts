/**
 * Large contents as files named by the digest of what they are uncompressed: `files/ab/abcd…`. A file appears under
 * its name only when it is whole and on the disk, name included.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream, type Dirent, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Digest } from '../../model/digest.ts'
import { makeFolders } from '../../model/durable-file.ts'
import type { Disk } from './disk.ts'

export interface FileStore {
  /** Durable on return. */
  write(digest: Digest, stored: Buffer): Promise<void>
  /** Makes a finished file in `temporary()`'s folder a stored one. Durable on return. */
  adopt(digest: Digest, file: string): Promise<void>
  /** A fresh name for a file in the making. */
  temporary(): string
  remove(file: string): Promise<void>
  /** At once: nobody stores the same again in between. Absent is as good as removed. */
  unlink(digest: Digest): void
  /** Where it is, or would be. */
  pathOf(digest: Digest): string
  /** Null when there is no such file. */
  sizeOf(digest: Digest): number | null
  read(digest: Digest): Buffer
  stream(digest: Digest): Readable
  /** Names of everything below the folder, in order; also what does not belong there. */
  names(): IterableIterator<string>
}

export interface FileFolders {
  files: string
  temporary: string
}

export function createFolders(folders: FileFolders): void {
  makeFolders(folders.files)
  makeFolders(folders.temporary)
}

/** Drops what a dead process had in the making. Only under the writer's lease. */
export function dropTemporary(folders: FileFolders): void {
  for (const name of readdirSync(folders.temporary)) {
    rmSync(join(folders.temporary, name), { recursive: true, force: true })
  }
}

export function makeFileStore(folders: FileFolders, disk: Disk): FileStore {
  const pathOf = (digest: Digest) => join(folders.files, digest.slice(0, 2), digest)
  const temporary = () => join(folders.temporary, randomUUID())
  const adopt = (digest: Digest, file: string) => publish(disk, folders.files, digest, file)
  return {
    pathOf,
    temporary,
    adopt,
    remove: file => disk.remove(file),
    unlink: digest => rmSync(pathOf(digest), { force: true }),
    async write(digest, stored) {
      const file = temporary()
      try {
        await writeNew(disk, file, stored)
        await adopt(digest, file)
      } catch (error) {
        await disk.remove(file).catch(() => {})
        throw error
      }
    },
    sizeOf: digest => statSync(pathOf(digest), { throwIfNoEntry: false })?.size ?? null,
    read: digest => readFileSync(pathOf(digest)),
    stream: digest => createReadStream(pathOf(digest)),
    names: () => namesBelow(folders.files),
  }
}

async function writeNew(disk: Disk, path: string, bytes: Buffer): Promise<void> {
  const file = await disk.create(path)
  try {
    await file.write(bytes)
  } finally {
    await file.close()
  }
}

async function publish(disk: Disk, root: string, digest: Digest, file: string): Promise<void> {
  await syncFile(disk, file)
  const folder = join(root, digest.slice(0, 2))
  if (await disk.makeFolder(folder)) await disk.syncFolder(root)
  await disk.rename(file, join(folder, digest))
  await disk.syncFolder(folder)
}

async function syncFile(disk: Disk, path: string): Promise<void> {
  const file = await disk.reopen(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function* namesBelow(root: string): Generator<string> {
  for (const folder of sorted(root)) {
    if (!folder.isDirectory()) {
      yield folder.name
      continue
    }
    for (const file of sorted(join(root, folder.name))) yield join(folder.name, file.name)
  }
}

function sorted(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
}
