/**
 * A bundle as one zip, streamed: at no time are more than some pieces of entries in memory. The same space gives the
 * same bytes, since no entry carries a real time. Refuses what the format cannot hold without Zip64.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { DocvaultError, UsageError } from '../model/errors.ts'
import { chunksOf, type OpenTarget } from './target.ts'

const MAX_ENTRIES = 65_535
const MAX_SIZE_BYTES = 0xffff_ffff
const STORED = new Set(
  '.7z .avif .br .bz2 .docx .gif .gz .ico .jpeg .jpg .m4a .mov .mp3 .mp4 .ogg .pdf .png .pptx .rar .webm .webp .woff .woff2 .xlsx .xz .zip .zst'.split(
    ' ',
  ),
)

/** A path is written beside and renamed at the end; a stream is ended by `finish` and left alone by `abandon`. */
export function openZipTarget(
  zip: string | Writable,
  { replace, uncompressed }: { replace: boolean; uncompressed: boolean },
): OpenTarget {
  if (zip instanceof Writable) return streamTarget(zip, uncompressed)
  const there = lstatSync(zip, { throwIfNoEntry: false })
  if (there !== undefined && !(replace && there.isFile())) {
    throw new UsageError(`${zip} exists already`, { hint: 'replace it with --replace, or name another file' })
  }
  const part = `${zip}.part`
  mkdirSync(dirname(zip), { recursive: true })
  rmSync(part, { force: true })
  const stream = createWriteStream(part, { flags: 'wx' })
  const target = streamTarget(stream, uncompressed)
  return {
    ...target,
    finish: async () => {
      await target.finish()
      renameSync(part, zip)
    },
    abandon: async () => {
      const closed = stream.closed ? Promise.resolve() : once(stream, 'close').catch(() => undefined)
      stream.destroy()
      await closed
      rmSync(part, { force: true })
    },
  }
}

function streamTarget(stream: Writable, uncompressed: boolean): OpenTarget {
  const state = { offset: 0, entries: 0, failure: watchFailure(stream) }
  const gathered = gatherInto(stream)
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    state.offset += chunk.length
    gathered.write(chunk)
  })
  const drained = async (): Promise<void> => {
    if (stream.destroyed) await state.failure
    if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), state.failure])
  }
  return {
    isTaken: () => false,
    put: async (path, content) => {
      state.entries++
      assertFits(path, state.entries, state.offset)
      const isStored = STORED.has(posix.extname(path).toLowerCase())
      const entry = uncompressed
        ? new ZipPassThrough(path)
        : new ZipDeflate(path, { level: isStored ? 0 : 6 })
      entry.mtime = new Date(1980, 0, 1)
      zip.add(entry)
      const hash = createHash('sha256')
      let sizeBytes = 0
      for await (const chunk of chunksOf(content)) {
        hash.update(chunk)
        sizeBytes += chunk.length
        assertFits(path, state.entries, Math.max(state.offset, sizeBytes))
        entry.push(chunk)
        await drained()
      }
      entry.push(new Uint8Array(0), true)
      await drained()
      return { digest: hash.digest('hex'), sizeBytes }
    },
    finish: async () => {
      zip.end()
      gathered.flush()
      stream.end()
      await finished(stream)
    },
    abandon: async () => zip.terminate(),
  }
}

/** An entry is several pieces of a few bytes, and each write is a turn of its own. */
const GATHERED_BYTES = 256 * 1024

function gatherInto(stream: Writable) {
  let pieces: Uint8Array[] = []
  let sizeBytes = 0
  const flush = () => {
    if (sizeBytes > 0) stream.write(Buffer.concat(pieces, sizeBytes))
    pieces = []
    sizeBytes = 0
  }
  const write = (piece: Uint8Array) => {
    pieces.push(piece)
    sizeBytes += piece.length
    if (sizeBytes >= GATHERED_BYTES) flush()
  }
  return { write, flush }
}

/** Rejects when nothing more can be written; listening from the start keeps a failure from ending the process. */
function watchFailure(stream: Writable): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    stream.once('error', reject)
    // A reader that goes away closes the stream without an error, and without ever draining it.
    stream.once('close', () => reject(new DocvaultError('output-closed', 'the output of the zip was closed')))
  })
  failure.catch(() => undefined)
  return failure
}

function assertFits(path: string, entries: number, sizeBytes: number): void {
  if (entries <= MAX_ENTRIES && sizeBytes <= MAX_SIZE_BYTES) return
  throw new DocvaultError(
    'bundle-too-large',
    `the zip cannot hold ${path}: it ends at 65535 files and 4 GiB`,
    {
      hint: 'write the bundle into a folder instead',
    },
  )
}
