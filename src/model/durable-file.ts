/** Small files that are either as they were or as they are to be, whatever happens to the machine. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** On the disk on return, name included. Where that fails nothing of it is left. */
export function writeDurably(file: string, text: string): void {
  const part = `${file}.${process.pid}.part`
  try {
    writeSynced(part, text)
    renameSync(part, file)
  } catch (error) {
    removeIfPossible(part)
    throw error
  }
  syncPath(dirname(file))
}

function writeSynced(part: string, text: string): void {
  const opened = openSync(part, 'w')
  try {
    writeSync(opened, text)
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

/** A file's bytes, or the names in a folder. */
export function syncPath(path: string): void {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
