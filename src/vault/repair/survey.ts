/** What a check finds, sorted by what a repair can do about it. */

import type { Connection } from '../catalog/connection.ts'
import { TALLIED } from '../catalog/coverage.ts'
import { tallyDifferences } from '../catalog/tally.ts'
import type { ContentReader } from '../content-reader.ts'
import type { Finding } from '../types.ts'
import type { Damages } from './fates.ts'
import { indexIn } from './rebuilds.ts'

/** Whether SQLite cannot walk all of the catalog, beyond an index that can be made again by itself. */
export function isUnsound(findings: readonly Finding[]): boolean {
  return findings.some(finding => finding.code === 'catalog-damaged' && indexIn(finding) === null)
}

/** As long as these are there nothing is changed: what stands in the catalog may not be all that was written. */
export function blockedBy(findings: readonly Finding[]): string | null {
  return findings.some(({ code }) => code === 'snapshot-lost')
    ? 'the end of the catalog is missing: bring catalog.db and catalog.db-wal back from a copy first'
    : null
}

const MISPLACED = new Set(['block-inconsistent', 'delta-inconsistent', 'reference-broken'])
/** What blocks say is proved by the digests of what is in them. */
const PLACES = TALLIED.filter(({ name }) => name === 'content')

/** Null, or why no content can be mended: what it should be, and where it lies, is not certain. */
export function contentsBlockedBy(db: Connection, findings: readonly Finding[]): string | null {
  const isUncertain =
    findings.some(({ code }) => MISPLACED.has(code)) ||
    PLACES.some(table => !tallyDifferences(db, table).next().done)
  return isUncertain
    ? 'the rows that say where contents lie are not as they were written: bring catalog.db back from a copy first'
    : null
}

/** By content: each of the digests that were found damaged which cannot be read, and why. */
export function damagesOf(db: Connection, reader: ContentReader, findings: readonly Finding[]): Damages {
  const damages = new Map<number, string>()
  const byDigest = db.prepare<[Buffer, Buffer], { id: number }>(
    'SELECT id FROM content WHERE substr(digest, 1, 4) = +? AND digest = +? AND id NOT IN (SELECT content FROM lost)',
  )
  for (const { content: digest, severity, code } of findings) {
    if (digest === undefined || severity !== 'damage') continue
    const bytes = Buffer.from(digest, 'hex')
    for (const { id } of byDigest.all(bytes.subarray(0, 4), bytes)) {
      const why = WHY[code] ?? reasonOf(reader, id)
      if (why !== null && !damages.has(id)) damages.set(id, why)
    }
  }
  return damages
}

const WHY: Readonly<Record<string, string>> = {
  'file-missing': 'its file is missing',
  'file-size': 'its file has another size',
}

/** Null: it can be read. */
function reasonOf(reader: ContentReader, content: number): string | null {
  try {
    reader.read(content)
    return null
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return message.replace(/^content [0-9a-f]+ is damaged: /, '')
  }
}
