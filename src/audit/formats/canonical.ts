/**
 * The report as canonical JSON: keys sorted, no white space. These bytes are what is signed. Rows come in pieces; a
 * digest of each part, and of each row, lets a verifier say where a report was changed.
 */
import { createHash } from 'node:crypto'
import { canonicalJson, type Digest, digestOf } from '../../model/digest.ts'
import type { Report } from '../report.ts'

/** Beyond this, only the part is located, not the row. */
const MAX_ROW_DIGESTS = 10_000
const ROW_DIGEST_LENGTH = 16

/** Key by key in order: `rows` and `sections` come in pieces. */
export function* canonicalReport(report: Report): Generator<string> {
  yield '{'
  let first = true
  for (const [name, pieces] of partsOf(report)) {
    yield `${first ? '' : ','}${JSON.stringify(name)}:`
    yield* pieces()
    first = false
  }
  yield '}'
}

export interface ReportDigests {
  sha256: Digest
  /** Of each member of the report. */
  parts: Record<string, Digest>
  /** Of each row, shortened; empty when there are too many. */
  rows: string[]
}

export function digestReport(report: Report): ReportDigests {
  const whole = createHash('sha256')
  const parts: Record<string, Digest> = {}
  for (const piece of canonicalReport(report)) whole.update(piece)
  for (const [name, pieces] of partsOf(report)) {
    const hash = createHash('sha256')
    for (const piece of pieces()) hash.update(piece)
    parts[name] = hash.digest('hex')
  }
  const rows: string[] = []
  if (report.main.count <= MAX_ROW_DIGESTS) for (const row of report.main.rows()) rows.push(digestOfRow(row))
  return { sha256: whole.digest('hex'), parts, rows }
}

export function digestOfRow(row: unknown): string {
  return digestOf(canonicalJson(row)).slice(0, ROW_DIGEST_LENGTH)
}

type Part = readonly [name: string, pieces: () => Iterable<string>]

/** Sorted by name. */
function partsOf(report: Report): Part[] {
  const { about, counts, findings, headline, kind, missing, severities, main, sections } = report
  const whole = (value: unknown) => () => [canonicalJson(value)]
  const parts: Part[] = [
    ['about', whole(about)],
    ['counts', whole(counts)],
    ['findings', whole(findings)],
    ...(kind === 'changes' ? [['headline', whole(headline)] as const] : []),
    ['missing', whole(missing)],
    ['report', whole(kind)],
    ['rows', () => listOf(main.rows())],
    ['severities', whole(severities)],
  ]
  if (sections.length === 0) return parts
  const sorted = sections.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const pieces = function* (): Generator<string> {
    yield '{'
    for (const [index, section] of sorted.entries()) {
      yield `${index === 0 ? '' : ','}${JSON.stringify(section.id)}:`
      yield* listOf(section.rows())
    }
    yield '}'
  }
  return [...parts.slice(0, -1), ['sections', pieces], ...parts.slice(-1)]
}

function* listOf(rows: Iterable<object>): Generator<string> {
  yield '['
  let first = true
  for (const row of rows) {
    yield `${first ? '' : ','}${canonicalJson(row)}`
    first = false
  }
  yield ']'
}
