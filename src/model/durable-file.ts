/** Small files that are either as they were or as they are to be, whatever happens to the machine. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** On the disk on return, name included. */
export function writeDurably(file: string, text: string): void {
  const part = `${file}.${process.pid}.part`
  const opened = openSync(part, 'w')
  try {
    writeSync(opened, text)
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
  renameSync(part, file)
  syncPath(dirname(file))
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
