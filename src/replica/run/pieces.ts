/**
 * What of a vault a target does not have yet, piece by piece. A piece is some bytes of a file and where they begin; each is an
 * entry of a pack, named `PATH@START`, so that whoever unpacks the packs in their order writes each at its place.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { DocvaultError } from '../../model/errors.ts'
import type { StoredFile } from '../../vault/vault-copy.ts'
import {
  type KnownFile,
  PAGE_BYTES,
  type PageDigests,
  type ReplicaState,
  type ShortDigest,
  shortDigest,
} from './state.ts'

export const CATALOG = 'catalog.db'
const MiB = 1024 * 1024
/** Of one entry. */
const PIECE_BYTES = 4 * MiB
const PAGES_OF_A_PIECE = PIECE_BYTES / PAGE_BYTES

export interface Piece {
  path: string
  start: number
  bytes: Buffer
  /** Of the catalog: the digests of its pages, one after the other. */
  pages: readonly { number: number; digest: ShortDigest }[]
  /** Else its own. */
  digest: ShortDigest | null
  /** Where it is the last one of a file. */
  file: KnownFile | null
}

/** Something that the catalog names is not there, or not as it says: it was written meanwhile, or the vault is damaged. */
export class VaultMoved extends DocvaultError {
  constructor(path: string, cause?: unknown) {
    super('vault-moved', `${path} of the vault is not as its catalog says`, {
      hint: 'something was being written; run the same command again, and `docvault check` where it comes again',
      retry: 'later',
      cause,
    })
  }
}

export interface CatalogScan {
  bytes: number
  sha256: string
  pages: number
  /** Numbers of pages that differ from what was sent. */
  changed: number[]
}

/** Reads all of it once. */
export async function scanCatalog(
  file: string,
  known: (pages: number) => Promise<PageDigests>,
  progress: (done: number, total: number) => void,
): Promise<CatalogScan> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const pages = Math.ceil(size / PAGE_BYTES)
    const digests = await known(pages)
    const [sum, changed] = [createHash('sha256'), [] as number[]]
    for (let start = 0; start < size; start += PIECE_BYTES) {
      const bytes = await readAt(handle, start, Math.min(PIECE_BYTES, size - start))
      sum.update(bytes)
      for (const { number, digest } of pagesOf(bytes, start))
        if (digest !== digests.get(number)) changed.push(number)
      progress(Math.min(start + PIECE_BYTES, size), size)
    }
    return { bytes: size, sha256: sum.digest('hex'), pages, changed }
  } finally {
    await handle.close()
  }
}

function* pagesOf(bytes: Buffer, start: number): Generator<{ number: number; digest: ShortDigest }> {
  for (let at = 0; at < bytes.length; at += PAGE_BYTES) {
    const digest = shortDigest(bytes.subarray(at, at + PAGE_BYTES))
    yield { number: (start + at) / PAGE_BYTES, digest }
  }
}

/** Neighbours go together. */
export async function* catalogPieces(file: string, changed: readonly number[]): AsyncGenerator<Piece> {
  const handle = await open(file, 'r')
  try {
    for (let first = 0; first < changed.length; ) {
      let next = first + 1
      while (changed[next] === (changed[next - 1] ?? 0) + 1 && next - first < PAGES_OF_A_PIECE) next++
      const start = (changed[first] ?? 0) * PAGE_BYTES
      const bytes = await readAt(handle, start, (next - first) * PAGE_BYTES)
      yield { path: CATALOG, start, bytes, pages: [...pagesOf(bytes, start)], digest: null, file: null }
      first = next
    }
  } finally {
    await handle.close()
  }
}

export function* loosePieces(loose: ReadonlyMap<string, Buffer>, state: ReplicaState): Generator<Piece> {
  for (const [path, whole] of loose)
    for (let start = 0; start === 0 || start < whole.length; start += PIECE_BYTES)
      yield* wanted(state, { path, start, bytes: whole.subarray(start, start + PIECE_BYTES) })
}

/** Those that are known and were not written since are not read. Throws VaultMoved where nobody takes what is missing. */
export async function* filePieces(
  vaultPath: string,
  files: readonly StoredFile[],
  { state, missing }: { state: ReplicaState; missing: string[] | null },
): AsyncGenerator<Piece> {
  for (const file of files) {
    try {
      yield* piecesOfStored(vaultPath, file, state)
    } catch (error) {
      if (!(error instanceof VaultMoved) || missing === null) throw error
      missing.push(file.path)
    }
  }
}

async function* piecesOfStored(
  vaultPath: string,
  file: StoredFile,
  state: ReplicaState,
): AsyncGenerator<Piece> {
  const handle = await openStored(vaultPath, file)
  try {
    const stamp = await stampOf(handle, file)
    if (!isSent(state, file, stamp)) yield* piecesOfFile(handle, { ...file, stamp }, state)
  } finally {
    await handle.close()
  }
}

async function openStored(vaultPath: string, { path }: StoredFile): Promise<FileHandle> {
  try {
    return await open(join(vaultPath, path), 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new VaultMoved(path, error)
    throw error
  }
}

async function stampOf(handle: FileHandle, { path, bytes }: StoredFile): Promise<string> {
  const { size, mtimeNs, ino } = await handle.stat({ bigint: true })
  if (Number(size) !== bytes) throw new VaultMoved(path)
  return `${ino}-${mtimeNs}`
}

function isSent(state: ReplicaState, { path, bytes }: StoredFile, stamp: string): boolean {
  const known = state.file(path)
  if (known === null || known.stamp !== stamp || known.bytes !== bytes) return false
  for (let start = 0; start === 0 || start < bytes; start += PIECE_BYTES)
    if (state.pieceDigest(path, start) === null) return false
  return true
}

/** The last piece is held back until the digest of the whole is known. */
async function* piecesOfFile(
  handle: FileHandle,
  { path, bytes: size, stamp }: StoredFile & { stamp: string },
  state: ReplicaState,
): AsyncGenerator<Piece> {
  const sum = createHash('sha256')
  let held: Piece | null = null
  for (let start = 0; start === 0 || start < size; start += PIECE_BYTES) {
    const bytes = await readAt(handle, start, Math.min(PIECE_BYTES, size - start))
    sum.update(bytes)
    for (const piece of wanted(state, { path, start, bytes })) {
      if (held !== null) yield held
      held = piece
    }
  }
  const file = { path, bytes: size, stamp, sha256: sum.digest('hex') }
  if (held === null) state.noteFile(file)
  else yield { ...held, file }
}

function* wanted(state: ReplicaState, piece: Pick<Piece, 'path' | 'start' | 'bytes'>): Generator<Piece> {
  const digest = shortDigest(piece.bytes)
  if (state.pieceDigest(piece.path, piece.start) === digest) return
  yield { ...piece, pages: [], digest, file: null }
}

async function readAt(handle: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  const { bytesRead } = await handle.read(buffer, 0, bytes, start)
  return bytesRead === bytes ? buffer : buffer.subarray(0, bytesRead)
}
