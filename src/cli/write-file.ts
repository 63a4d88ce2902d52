/** Writes what comes in pieces, to a file or to the terminal, as fast as it is taken. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { UsageError } from '../model/errors.ts'
import type { Terminal } from './terminal.ts'

/** Throws UsageError where the file cannot be written. */
export async function writeFileInPieces(file: string, pieces: Iterable<string>): Promise<void> {
  const stream = createWriteStream(file)
  const failed = once(stream, 'error').then(([error]) => {
    throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : error}`)
  })
  failed.catch(() => {})
  for (const piece of pieces) {
    if (!stream.write(piece)) await Promise.race([once(stream, 'drain'), failed])
  }
  stream.end()
  await Promise.race([finished(stream), failed])
}

export async function printInPieces(terminal: Terminal, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) await terminal.raw(Buffer.from(piece))
}
