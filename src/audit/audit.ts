/**
 * Makes a report as the settings say, enters it in the ledger and renders it. Whoever calls writes the pieces where they
 * belong, and then records the file.
 */
import { createHash } from 'node:crypto'
import { UsageError } from '../model/errors.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { Resource } from '../resources/resource.ts'
import type { Vault } from '../vault/vault.ts'
import type { Origin } from './about.ts'
import { makeAccessReport } from './access/report.ts'
import { RESOLUTIONS } from './access/resolve.ts'
import { makeChangesReport } from './changes/report.ts'
import { chooseRules } from './choose-rules.ts'
import { type Format, renderReport } from './formats/format.ts'
import type { Seal, SealEntry } from './ledger/seal.ts'
import { type Book, recordFile, sealReport } from './ledger/write.ts'
import type { MassChangeLimits } from './mass-change.ts'
import type { Report } from './report.ts'

export interface AuditSettings {
  rules: readonly string[]
  domains: readonly string[]
  leavers: readonly string[]
  dormantAfterMs: number
  resolution: string
  massChange: MassChangeLimits
  /** Setting `backup.exactEvery`. */
  trustedForMs: number
}

export interface AuditSources {
  vault: Vault
  resources: readonly Resource[]
  settings: AuditSettings
  origin: Origin
}

/** Of the sealed snapshots of a period, oldest first. Close it. Throws UsageError for unknown rules. */
export function reportChanges(sources: AuditSources, snapshots: readonly SnapshotSummary[]): Report {
  const { settings } = sources
  return makeChangesReport({
    ...sources,
    ...settings,
    snapshots,
    rules: chooseRules(settings.rules),
    resolution: resolutionOf(settings),
  })
}

/** Of one snapshot. Close it. */
export function reportAccess(sources: AuditSources, snapshot: SnapshotSummary): Report {
  const { settings } = sources
  return makeAccessReport({ ...sources, ...settings, snapshot, resolution: resolutionOf(settings) })
}

/** Durable on return; `book` null: the report stays outside of the ledger. */
export function enterReport(report: Report, book: Book | null): Seal {
  return sealReport(report, book)
}

/** The pieces of a rendering; when all are taken, its bytes are entered in the ledger (a JSON report proves itself). */
export function renderAndRecord(
  report: Report,
  seal: Seal,
  format: Format,
  book: Book | null,
): Generator<string> {
  const file = { format, at: report.about.created, report: seal.entry }
  return recordPieces(renderReport(report, seal, format), file, book)
}

/** The same of pieces that are rendered already. */
export function* recordPieces(
  pieces: Iterable<string>,
  { format, at, report }: { format: string; at: string; report: SealEntry | null },
  book: Book | null,
): Generator<string> {
  const hash = createHash('sha256')
  let bytes = 0
  for (const piece of pieces) {
    hash.update(piece)
    bytes += Buffer.byteLength(piece)
    yield piece
  }
  if (book === null || report === null || format === 'json') return
  recordFile(book, at, { format, sha256: hash.digest('hex'), bytes }, report)
}

function resolutionOf({ resolution }: AuditSettings) {
  const known = RESOLUTIONS.find(name => name === resolution)
  if (known) return known
  throw new UsageError(`audit.resolution "${resolution}" is none of ${RESOLUTIONS.join(', ')}`)
}
