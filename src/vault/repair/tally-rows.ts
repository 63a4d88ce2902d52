/**
 * Counts of tables whose rows something else proves: where every snapshot is as it was sealed and a count differs all the same,
 * the count is what was altered; what a block says is proved by the digests of what is in it, or is read in vain and mended. Of
 * other tables nothing says which of both is right.
 */
import type { Connection } from '../catalog/connection.ts'
import { TALLIED, type Tallied } from '../catalog/coverage.ts'
import { columnsToCover } from '../catalog/seal-digest.ts'
import { tallyDifferences, writeTally } from '../catalog/tally.ts'
import type { Finding } from '../types.ts'
import type { Rebuild } from './rebuild.ts'

/** Every column of every row goes into a seal of format 2, or into what that is folded from. */
const SEALED: ReadonlySet<string> = new Set(['snapshot', 'version', 'part', 'gap', 'scope_digest'])
/** With these the seals do not prove all of it. */
const UNPROVED = new Set([
  'catalog-damaged',
  'reference-broken',
  'resource-misplaced',
  'versions-overlap',
  'version-misplaced',
  'seal-mismatch',
  'contents-mismatch',
  'chain-broken',
])

/** With these a block may hold what its rows do not say. */
const MISPLACED = new Set(['catalog-damaged', 'reference-broken', 'block-inconsistent', 'delta-inconsistent'])

export function planTallyRows(db: Connection, findings: readonly Finding[]): Rebuild[] {
  if (!findings.some(({ code }) => code === 'rows-changed')) return []
  const isNone = (codes: ReadonlySet<string>) => !findings.some(({ code }) => codes.has(code))
  return TALLIED.flatMap(table => {
    if (table.name === 'block') return isNone(MISPLACED) ? recounts(db, table, 'the contents') : []
    return isNone(UNPROVED) && tablesOfSeals(db).has(table.name) ? recounts(db, table, 'the seals') : []
  })
}

/** Tables of which the seals, where they hold, prove every row. */
export function tablesOfSeals(db: Connection): ReadonlySet<string> {
  return isAllSealed(db) ? SEALED : new Set()
}

/** `by`: what proves every row. */
function recounts(db: Connection, table: Tallied, by: string): Rebuild[] {
  return [...tallyDifferences(db, table)].map(
    (difference): Rebuild => ({
      name: `tally ${table.name} ${difference.part}`,
      isOf: finding => finding.code === 'rows-changed' && finding.message === difference.message,
      from: `the rows, as ${by} prove them`,
      words: `${by} prove every row of table ${table.name}: it is counted again`,
      keep: kept => kept.note({ tally: rowOf(db, table.name, difference.part), now: difference.now }),
      make: made => writeTally(made, difference),
    }),
  )
}

/** Of a snapshot that was pruned, or is not sealed, or was sealed by older rules, not every row is proved. */
function isAllSealed(db: Connection): boolean {
  return (
    db
      .prepare<[string], unknown>(
        `SELECT 1 FROM snapshot WHERE digest IS NULL OR covers IS NOT +? OR seal_format IS NULL
         OR id IN (SELECT snapshot FROM pruned) LIMIT 1`,
      )
      .get(columnsToCover(db)) === undefined
  )
}

function rowOf(db: Connection, name: string, part: number): unknown {
  return (
    db
      .prepare<[string, number], unknown>('SELECT * FROM tally WHERE name = +? AND part = +?')
      .get(name, part) ?? null
  )
}
