/** Small files that are either as they were or as they are to be, and folders that stay, whatever happens to the machine. */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'

/** On the disk on return, name included. Where that fails nothing of it is left. */
export function writeDurably(file: string, text: string): void {
  writeBytesDurably(file, Buffer.from(text))
}

/** The same of bytes. */
export function writeBytesDurably(file: string, bytes: Uint8Array): void {
  putInPlace(file, part => {
    writeSynced(openSync(part, 'w'), bytes)
    return true
  })
}

/**
 * Other bytes in a file that somebody else cares for: its mode stays, its owner where the system lets us, and a link to it.
 * False, with nothing done, where the file does not have the bytes `before` any more. Throws what the file system throws.
 */
export function replaceDurably(file: string, before: Uint8Array, after: Uint8Array): boolean {
  const real = realpathSync(file)
  const { mode, uid, gid } = statSync(real)
  return putInPlace(real, part => {
    removeIfPossible(part)
    // Nobody else reads it before it has the owner and the mode of the other.
    const opened = openSync(part, 'wx', 0o600)
    keepOwner(opened, uid, gid)
    fchmodSync(opened, mode & 0o777)
    writeSynced(opened, after)
    return readFileSync(real).equals(before)
  })
}

/** `write` answers whether the part is to take the file's place. */
function putInPlace(file: string, write: (part: string) => boolean): boolean {
  const part = `${file}.${process.pid}.part`
  try {
    if (!write(part)) {
      removeIfPossible(part)
      return false
    }
    renameSync(part, file)
  } catch (error) {
    removeIfPossible(part)
    throw error
  }
  syncPath(dirname(file))
  return true
}

function keepOwner(opened: number, uid: number, gid: number): void {
  const own = fstatSync(opened)
  if (own.uid === uid && own.gid === gid) return
  try {
    fchownSync(opened, uid, gid)
  } catch {
    // Only the superuser gives a file away; a group may be among those of whoever runs this.
    try {
      fchownSync(opened, own.uid, gid)
    } catch {
      // It is ours then.
    }
  }
}

function writeSynced(opened: number, bytes: Uint8Array): void {
  try {
    writeFileSync(opened, bytes)
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // What stopped the writing may stop this, too.
  }
}

/** With those above it that are missing; their names are on the disk on return: what is in a folder is lost with its name. */
export function makeFolders(path: string): void {
  const folder = resolve(path)
  if (existsSync(folder)) return
  makeFolders(dirname(folder))
  try {
    // One by one: where the disk refuses one of many, Node says that there is no such folder.
    mkdirSync(folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
  syncPath(dirname(folder))
}

/** A file's bytes, or the names in a folder. */
export function syncPath(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
