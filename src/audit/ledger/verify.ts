/**
 * Proves a report by itself, by the ledger, and the ledger by its chain, its signatures and the snapshots that it
 * remembers. Every problem says where it is. A chain proves that nothing was changed since, not who wrote it first.
 */

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { canonicalJson, digestOf } from '../../model/digest.ts'
import { isSignedBy } from '../../model/ed25519.ts'
import { UsageError } from '../../model/errors.ts'
import { plural } from '../../model/plural.ts'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import { hashEntry, type LedgerEntry } from '../../vault/ledger.ts'
import { digestOfRow } from '../formats/canonical.ts'
import { fingerprintOf, type PublicKey } from './keys.ts'
import type { SealEntry } from './seal.ts'

export interface LedgerVerdict {
  /** What was proved, or is wrong; one sentence. */
  text: string
  ok: boolean
  /** Where: `report`, `row 3`, `entry 2`, `snapshot 4`. */
  where: string
}

const entrySchema = z.object({
  number: z.number(),
  hash: z.string(),
  previous: z.string().nullable(),
  body: z.string(),
  signature: z.string().nullable(),
  key: z.string().nullable(),
  fingerprint: z.string().nullable(),
})
const sealSchema = z.object({
  sha256: z.string(),
  parts: z.record(z.string(), z.string()),
  rows: z.array(z.string()),
  entry: entrySchema.nullable(),
})
const fileSchema = z.object({ report: z.record(z.string(), z.unknown()), seal: sealSchema })
const bodySchema = z.looseObject({
  entry: z.enum(['report', 'file', 'act']),
  number: z.number().optional(),
  /** Not of an act. */
  sha256: z.string().optional(),
  parts: z.record(z.string(), z.string()).optional(),
  rows_sha256: z.string().optional(),
  snapshots: z.array(z.object({ snapshot: z.number(), digest: z.string().nullable() })).optional(),
  key: z.string().nullable(),
})
type Sealed = z.infer<typeof fileSchema>

/** Null: the file is no JSON report; only the ledger can know its bytes. */
export function readSealed(file: string): { sealed: Sealed | null; sha256: string } {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (cause) {
    throw new UsageError(`${file} cannot be read`, { cause })
  }
  const sha256 = digestOf(bytes)
  try {
    const parsed = fileSchema.safeParse(JSON.parse(bytes.toString()))
    return { sealed: parsed.success ? parsed.data : null, sha256 }
  } catch {
    return { sealed: null, sha256 }
  }
}

/** By itself: digest, entry, signature. */
export function* verifyAlone({ report, seal }: Sealed, trusted: PublicKey | null): Generator<LedgerVerdict> {
  const said = seal.entry && bodyOf(seal.entry.body)
  const parts = said?.parts ?? seal.parts
  if (
    digestOf(canonicalJson(report)) === (said?.sha256 ?? seal.sha256) &&
    seal.sha256 === (said?.sha256 ?? seal.sha256)
  )
    yield proved('report', `the report is the one with SHA-256 ${seal.sha256}`)
  else yield* locate(report, seal, parts, said?.rows_sha256)
  if (said && !isAsEntered(seal, said))
    yield wrong('seal', 'the digests in the seal are not those of its entry')
  if (seal.entry === null) return yield wrong('report', 'the report was never entered in a ledger')
  yield* verifyEntry(seal.entry, trusted)
}

/** What the entry says is believed; a seal that says something else was changed all the same. */
function isAsEntered({ parts, rows }: Sealed['seal'], said: z.infer<typeof bodySchema>): boolean {
  return (
    (said.parts === undefined || canonicalJson(parts) === canonicalJson(said.parts)) &&
    (said.rows_sha256 === undefined || digestOf(canonicalJson(rows)) === said.rows_sha256)
  )
}

function* locate(
  report: Sealed['report'],
  seal: Sealed['seal'],
  parts: Readonly<Record<string, string>>,
  rowsDigest: string | undefined,
): Generator<LedgerVerdict> {
  let found = false
  for (const name of new Set([...Object.keys(parts), ...Object.keys(report)])) {
    if (parts[name] !== undefined && digestOf(canonicalJson(report[name] ?? null)) === parts[name]) continue
    found = true
    const rows = report[name]
    const known = rowsDigest === undefined || digestOf(canonicalJson(seal.rows)) === rowsDigest
    if (name === 'rows' && Array.isArray(rows) && known && seal.rows.length > 0)
      yield* locateRows(rows, seal.rows)
    else yield wrong(name, `the part "${name}" of the report was changed`)
  }
  if (!found) yield wrong('report', 'the digest in the seal is not that of the report')
}

function* locateRows(rows: readonly unknown[], digests: readonly string[]): Generator<LedgerVerdict> {
  const left = new Set(digests)
  const present = new Set<string>()
  for (const [index, row] of rows.entries()) {
    const digest = digestOfRow(row)
    present.add(digest)
    if (!left.has(digest)) yield wrong(`row ${index + 1}`, `row ${index + 1} was changed or added`)
  }
  for (const [index, digest] of digests.entries())
    if (!present.has(digest))
      yield wrong(`row ${index + 1}`, `what was row ${index + 1} is gone or was changed`)
  if (rows.length === digests.length && digests.every(digest => present.has(digest)))
    yield wrong('rows', 'the rows stand in another order')
}

function* verifyEntry(
  entry: Omit<SealEntry, 'fingerprint'> & Partial<Pick<SealEntry, 'fingerprint'>>,
  trusted: PublicKey | null,
): Generator<LedgerVerdict> {
  const where = `entry ${entry.number}`
  const hash = hashEntry(entry.previous, entry.body)
  if (hash.toString('hex') !== entry.hash) return yield wrong(where, `${where} of the ledger was changed`)
  const body = bodyOf(entry.body)
  const named = body?.key ?? null
  if (body?.number !== undefined && body.number !== entry.number)
    return yield wrong(where, `${where} calls itself entry ${body.number}`)
  if (entry.fingerprint !== undefined && entry.fingerprint !== named)
    return yield wrong(where, `${where} names another key than the one beside it`)
  if (entry.signature === null || entry.key === null) {
    if (named !== null || trusted !== null) yield wrong(where, `the signature of ${where} is gone`)
    else yield proved(where, `${where} is whole, and not signed`)
    return
  }
  if (!isBase64(entry.signature) || !isBase64(entry.key))
    return yield wrong(where, `the signature or the key of ${where} is not as it was written`)
  const fingerprint = fingerprintOf(entry.key)
  if (named !== fingerprint) yield wrong(where, `${where} names another key than the one it carries`)
  else if (!isSignedBy(entry.key, hash, entry.signature))
    yield wrong(where, `the signature of ${where} is not that of its key`)
  else if (trusted !== null && trusted.fingerprint !== fingerprint)
    yield wrong(where, `${where} is signed by key ${fingerprint}, not by ${trusted.fingerprint}`)
  else yield proved(where, `${where} is signed by key ${fingerprint}`)
}

/** As it is written: the last letter has bits that mean nothing, and no other says the same. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text
}

/** The whole chain. Yields one verdict for each entry that is wrong, and one for all that are right. */
export function* verifyLedger(
  entries: Iterable<LedgerEntry>,
  trusted: PublicKey | null,
): Generator<LedgerVerdict> {
  let before: LedgerEntry | null = null
  let sound = 0
  for (const entry of entries) {
    const where = `entry ${entry.number}`
    const problems = [...verifyEntry(entry, trusted)].filter(check => !check.ok)
    if (entry.number !== (before?.number ?? 0) + 1)
      problems.push(wrong(where, `an entry before ${where} is missing`))
    else if (entry.previous !== (before?.hash ?? null))
      problems.push(wrong(where, `${where} does not follow the one before it`))
    yield* problems
    if (problems.length === 0) sound++
    before = entry
  }
  yield proved(
    'ledger',
    `${plural(sound, 'entry of the ledger is sound', 'entries of the ledger are sound')}${before ? `; the head is ${before.hash}` : ''}`,
  )
}

/** That the catalog still has the snapshots that reports were made of. */
export function* verifyHistory(
  entries: Iterable<LedgerEntry>,
  snapshots: readonly Pick<SnapshotSummary, 'snapshot' | 'digest'>[],
): Generator<LedgerVerdict> {
  const digests = new Map(snapshots.map(snapshot => [snapshot.snapshot, snapshot.digest]))
  const reported = new Set<number>()
  let proofs = 0
  for (const entry of entries) {
    for (const { snapshot, digest } of bodyOf(entry.body)?.snapshots ?? []) {
      proofs++
      // Retention may have dropped it.
      if (reported.has(snapshot) || !digests.has(snapshot) || digests.get(snapshot) === digest) continue
      reported.add(snapshot)
      const where = `snapshot ${snapshot}`
      yield wrong(where, `${where} is not the one that entry ${entry.number} of the ledger remembers`)
    }
  }
  if (reported.size === 0)
    yield proved('history', `${proofs} digests of snapshots are as the ledger remembers them`)
}

/** A JSON report by the entry it names, any other file by its bytes. */
export function verifyInLedger(
  entries: Iterable<LedgerEntry>,
  { sealed, sha256 }: { sealed: Sealed | null; sha256: string },
): LedgerVerdict {
  const own = sealed?.seal.entry
  for (const entry of entries) {
    if (own && entry.number === own.number)
      return entry.hash === own.hash
        ? proved('ledger', `the ledger has the report as entry ${entry.number}`)
        : wrong(`entry ${entry.number}`, `entry ${entry.number} of the ledger is not the one in the report`)
    const body = own ? null : bodyOf(entry.body)
    if (body?.entry === 'file' && body.sha256 === sha256)
      return proved('ledger', `the ledger has this file, byte for byte, as entry ${entry.number}`)
  }
  if (own)
    return wrong(
      `entry ${own.number}`,
      `the ledger has no entry ${own.number}: it is another one, or was cut`,
    )
  return wrong(
    'file',
    'the ledger has no file with these bytes: it was changed, or never written by docvault',
  )
}

function bodyOf(text: string): z.infer<typeof bodySchema> | null {
  try {
    const parsed = bodySchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function proved(where: string, text: string): LedgerVerdict {
  return { ok: true, where, text }
}

function wrong(where: string, text: string): LedgerVerdict {
  return { ok: false, where, text }
}
