/**
 * Enters reports, and the files they were written to, in the ledger; and says how what is done to annotations of snapshots
 * is entered there. An empty report is an entry too: one that is missing shows.
 */
import { canonicalJson, digestOf } from '../../model/digest.ts'
import type { Ledger, LedgerEntry, NewEntry } from '../../vault/ledger.ts'
import type { Acting } from '../../vault/vault.ts'
import { digestReport, type ReportDigests } from '../formats/canonical.ts'
import type { Report } from '../report.ts'
import { fingerprintOf, type Signer } from './keys.ts'
import type { Seal, SealEntry } from './seal.ts'

/** The ledger that is open, and who signs in it. */
export interface Book {
  ledger: Ledger
  signer: Signer | null
}

/** What is written into the ledger about a report. */
export interface ReportBody {
  entry: 'report'
  number: number
  at: string
  report: 'changes' | 'access' | 'evidence'
  /** Empty: of every one of the vault. */
  organization: string
  /** Of evidence; ISO 8601, UTC, the end not included. */
  period?: { from: string; to: string }
  sha256: string
  parts: Readonly<Record<string, string>>
  /** SHA-256 over the list of row digests. */
  rows_sha256: string
  counts: Readonly<Record<string, number>>
  partial: boolean
  /** Digests of the snapshots as they were when the report was made. */
  snapshots: readonly { snapshot: number; digest: string | null }[]
  key: string | null
}

export interface FileBody {
  entry: 'file'
  number: number
  at: string
  format: string
  /** Of the bytes of the file. */
  sha256: string
  bytes: number
  /** Number of the report's entry. */
  report: number
  key: string | null
}

/** What was done to pins, tags, holds and forgotten snapshots: written by the vault, in the transaction of the act. */
export interface ActBody {
  entry: 'act'
  number: number
  at: string
  /** The act, with what it was done to. */
  act: string
  by: string
  key: string | null
}

export function noteAct(signer: Signer | null, at: string): Acting['note'] {
  return (act, by) => entryOf(signer, at, { entry: 'act', by, ...act })
}

/** Durable on return. Without a ledger the seal is the digest alone. */
export function sealReport(report: Report, book: Book | null): Seal {
  const { about } = report
  return sealDigests(digestReport(report), book, {
    at: about.created,
    report: report.kind,
    organization: about.organization.id,
    counts: report.severities,
    partial: about.partial,
    snapshots: about.snapshots.map(({ snapshot, digest }) => ({ snapshot, digest })),
  })
}

/** What the ledger remembers of a report beside its digests. */
export interface SealedReport
  extends Pick<
    ReportBody,
    'at' | 'report' | 'organization' | 'period' | 'counts' | 'partial' | 'snapshots'
  > {}

/** The same of digests that are taken already. */
export function sealDigests(
  { sha256, parts, rows }: ReportDigests,
  book: Book | null,
  { at, ...about }: SealedReport,
): Seal {
  if (book === null) return { sha256, parts, rows, entry: null }
  const rowsDigest = digestOf(canonicalJson(rows))
  const entry = append(book, at, { entry: 'report', ...about, sha256, parts, rows_sha256: rowsDigest })
  return { sha256, parts, rows, entry: { ...entry, fingerprint: entry.key && fingerprintOf(entry.key) } }
}

export interface WrittenFile {
  format: string
  sha256: string
  bytes: number
}

export function recordFile(book: Book, at: string, file: WrittenFile, report: SealEntry): LedgerEntry {
  return append(book, at, { entry: 'file', ...file, report: report.number })
}

type Fields<Body> = Omit<Body, 'number' | 'at' | 'key'>

function append(
  { ledger, signer }: Book,
  at: string,
  fields: Fields<ReportBody> | Fields<FileBody>,
): LedgerEntry {
  return ledger.append(entryOf(signer, at, fields))
}

function entryOf(
  signer: Signer | null,
  at: string,
  fields: Fields<ReportBody> | Fields<FileBody> | Fields<ActBody>,
): NewEntry {
  return {
    body: number => canonicalJson({ ...fields, number, at, key: signer?.fingerprint ?? null }),
    sign: signer && (hash => ({ signature: signer.sign(hash), key: signer.text })),
  }
}
