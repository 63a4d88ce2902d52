/** The vault as it is now, sent as far as the target does not have it. */
import { mkdirSync, rmSync } from 'node:fs'
import { digestOf } from '../../model/digest.ts'
import { giveWay } from '../../model/give-way.ts'
import { inTurns } from '../../model/stepwise.ts'
import { copyVaultAt, type VaultCopy } from '../../vault/vault.ts'
import type { StoredFile } from '../../vault/vault-copy.ts'
import { type ContentsIndex, snapshotsOf } from './contents-index.ts'
import {
  CATALOG,
  type CatalogScan,
  catalogPieces,
  filePieces,
  loosePieces,
  type Piece,
  scanCatalog,
  VaultMoved,
} from './pieces.ts'
import { NOTES } from './reconcile.ts'
import { type PackCounts, sendPacks } from './send-packs.ts'
import type { Sending } from './sending.ts'
import { PAGE_BYTES, PageDigests, type ReplicaState } from './state.ts'

export interface ReplicateProgress {
  phase: 'reading' | 'sending'
  /** Bytes. */
  done: number
  total: number
}

export interface SentVault extends PackCounts {
  index: ContentsIndex
  /** Pages of the catalog that were sent. */
  pages: number
  /** Whether the whole catalog was. */
  full: boolean
}

export interface Source {
  vaultPath: string
  /** For a copy of the catalog; emptied before and after. */
  folder: string
  run: number
  progress: (progress: ReplicateProgress) => void
}

/** After so many copies that the vault had moved on from, what is not there counts as missing. */
const COPIES = 3

export async function sendVault(sending: Sending, source: Source): Promise<SentVault> {
  for (let copies = 1; ; copies++) {
    try {
      return await sendCopy(sending, source, copies === COPIES)
    } catch (error) {
      if (!(error instanceof VaultMoved) || copies === COPIES) throw error
    }
  }
}

async function sendCopy(sending: Sending, source: Source, isLast: boolean): Promise<SentVault> {
  const { vaultPath, folder } = source
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const copy = await copyVaultAt(vaultPath, folder)
    try {
      return await sendFrom(sending, source, { copy, missing: isLast ? [] : null })
    } finally {
      copy.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Copied {
  copy: VaultCopy
  /** Takes what is not there; null: that ends the run. */
  missing: string[] | null
}

async function sendFrom(sending: Sending, source: Source, copied: Copied): Promise<SentVault> {
  const { state } = sending
  const { progress, run, vaultPath } = source
  const { catalog, loose, files } = copied.copy
  const scan = await scanCatalog(
    catalog,
    async pages => {
      if (isFullDue(state, run, pages)) return new PageDigests(0)
      return await inTurns(state.pageDigests(pages), giveWay)
    },
    (done, total) => progress({ phase: 'reading', done, total }),
  )
  async function* pieces(): AsyncGenerator<Piece> {
    yield* catalogPieces(catalog, scan.changed)
    yield* loosePieces(loose, state)
    yield* filePieces(vaultPath, files, { state, missing: copied.missing })
  }
  const total = scan.changed.length * PAGE_BYTES + unsentBytes(state, files)
  let done = 0
  progress({ phase: 'sending', done, total })
  const counts = await sendPacks(sending, pieces(), bytes => {
    done += bytes
    progress({ phase: 'sending', done, total: Math.max(total, done) })
  })
  const index = indexOf(state, scan, copied)
  state.trim(scan.pages, new Map([...files.map(({ path, bytes }) => [path, bytes] as const), ...index.sizes]))
  return { ...counts, index, pages: scan.changed.length, full: scan.changed.length === scan.pages }
}

/** Of files that were not sent yet; those that were, and were written since, are seen when they are read. */
function unsentBytes(state: ReplicaState, files: readonly StoredFile[]): number {
  return files.reduce((sum, { path, bytes }) => sum + (state.file(path)?.bytes === bytes ? 0 : bytes), 0)
}

/** Runs with a whole catalog among them, so that a recovery need not go through years of pages. */
const FULL_EVERY = 30
const LEAST_CHAIN_PAGES = 1024

function isFullDue(state: ReplicaState, run: number, pages: number): boolean {
  if (run - Number(state.get(NOTES.full) ?? run) >= FULL_EVERY) return true
  // The whole of then, and as much again of what replaced it.
  return state.pagesInPacks() > 2 * Math.max(LEAST_CHAIN_PAGES, pages)
}

function indexOf(state: ReplicaState, scan: CatalogScan, { copy, missing }: Copied): ContentsIndex {
  const loose = [...copy.loose].map(([path, bytes]) => ({
    path,
    bytes: bytes.length,
    sha256: digestOf(bytes),
  }))
  const small = [{ path: CATALOG, ...scan }, ...loose]
  const gone = new Set(missing)
  const digests = new Map(small.map(({ path, sha256 }) => [path, sha256]))
  for (const { path } of copy.files) {
    const known = gone.has(path) ? null : state.file(path)
    if (known !== null) digests.set(path, known.sha256)
  }
  const sizes = new Map(small.map(({ path, bytes }) => [path, bytes]))
  return { digests, sizes, missing: [...gone], snapshots: snapshotsOf(copy) }
}
