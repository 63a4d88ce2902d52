/** Small files that are either as they were or as they are to be, and folders that stay, whatever happens to the machine. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** On the disk on return, name included. Where that fails nothing of it is left. */
export function writeDurably(file: string, text: string): void {
  writeBytesDurably(file, Buffer.from(text))
}

/** The same of bytes. */
export function writeBytesDurably(file: string, bytes: Uint8Array): void {
  const part = `${file}.${process.pid}.part`
  try {
    writeSynced(part, bytes)
    renameSync(part, file)
  } catch (error) {
    removeIfPossible(part)
    throw error
  }
  syncPath(dirname(file))
}

function writeSynced(part: string, bytes: Uint8Array): void {
  const opened = openSync(part, 'w')
  try {
    writeSync(opened, bytes)
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
