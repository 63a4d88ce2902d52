/**
 * Where bytes are kept: in memory, or all in one temporary file, which has no name as soon as it is open, so that it is
 * gone with the process, however that ends.
 */
import { openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'

/** Gives the bytes again. */
export type Kept = () => Uint8Array
export type Keep = (bytes: Uint8Array) => Kept

export const inMemory: Keep = bytes => () => bytes

export function onDisk(): Keep {
  const folder = makeTemporaryFolder('emulator')
  const file = openSync(join(folder.path, 'kept'), 'wx+', 0o600)
  folder.remove()
  let end = 0
  return bytes => {
    const [start, { length }] = [end, bytes]
    for (let done = 0; done < length; ) done += writeSync(file, bytes, done, length - done, start + done)
    end += length
    // Holds the place only, not the bytes.
    return readerAt(file, start, length)
  }
}

function readerAt(file: number, start: number, length: number): Kept {
  return () => {
    const read = Buffer.alloc(length)
    for (let done = 0; done < read.length; ) {
      const count = readSync(file, read, done, read.length - done, start + done)
      if (count === 0) throw new Error('the temporary file of the emulator was cut')
      done += count
    }
    return read
  }
}
