/**
 * Rows in the order of a report: the most severe first, and below each what follows from it. What follows does not count
 * with the severity of its cause again. Rows wait in files, those that follow from others in memory, up to a limit.
 */
import type { ChangeRow } from '../row.ts'
import { SEVERITIES, type Severity } from '../severity.ts'
import { openSpool } from '../spool.ts'

/** Beyond these, rows stand by themselves and name their cause. */
const MAX_NESTED = 10_000

export interface GatheredRows {
  count(severity: Severity): number
  /** Afresh each time. */
  rows(): Generator<ChangeRow>
  close(): void
}

/** Close it. */
export function gatherRows(rows: Iterable<ChangeRow>): GatheredRows {
  const spool = openSpool<ChangeRow>()
  try {
    const waiting = new Map<string, ChangeRow>()
    for (const row of rows) {
      if (row.derived_from !== null && waiting.size < MAX_NESTED) waiting.set(row.id, row)
      else spool.add(row.severity, row)
    }
    const all = function* () {
      for (const severity of SEVERITIES) yield* spool.rows(severity)
    }
    const below = nest(waiting, all(), row => spool.add(row.severity, row))
    const nested = [...below.values()].flat()
    return {
      count: severity => spool.count(severity) + nested.filter(row => row.severity === severity).length,
      *rows() {
        for (const row of all()) {
          const followers = below.get(row.id) ?? []
          yield followers.length === 0 ? row : { ...row, derived: followers.map(follower => follower.id) }
          yield* followers
        }
      },
      close: spool.close,
    }
  } catch (error) {
    spool.close()
    throw error
  }
}

/** By the id of the row that they go below; `alone` takes those that have none. */
function nest(
  waiting: ReadonlyMap<string, ChangeRow>,
  top: Iterable<ChangeRow>,
  alone: (row: ChangeRow) => void,
): Map<string, ChangeRow[]> {
  const roots = new Map([...waiting.values()].map(row => [row.id, rootOf(row, waiting)]))
  const wanted = new Set(roots.values())
  const causes = new Map<string, ChangeRow>()
  if (waiting.size > 0) for (const row of top) if (wanted.has(row.id)) causes.set(row.id, row)
  const below = new Map<string, ChangeRow[]>()
  for (const row of waiting.values()) {
    const root = roots.get(row.id) ?? ''
    const cause = causes.get(root)
    if (cause === undefined || (isAdded(row) && isWorse(row, cause))) {
      alone(cause === undefined ? { ...row, derived_from: null } : row)
      continue
    }
    const followers = below.get(root) ?? []
    followers.push(follows(row, cause) ? { ...row, severity: 'info', rules: [] } : row)
    below.set(root, followers)
  }
  return below
}

/** Of what follows from something that follows from something. */
function rootOf(row: ChangeRow, waiting: ReadonlyMap<string, ChangeRow>): string {
  const seen = new Set([row.id])
  let id = row.derived_from ?? row.id
  for (let above = waiting.get(id); above?.derived_from && !seen.has(id); above = waiting.get(id)) {
    seen.add(id)
    id = above.derived_from
  }
  return id
}

/** Made with what it stands in, by somebody's choice: what it is matters by itself. Everything else had to follow. */
function isAdded({ type }: ChangeRow): boolean {
  return type === 'added'
}

function follows(row: ChangeRow, cause: ChangeRow): boolean {
  return !isAdded(row) || row.rules.some(rule => cause.rules.includes(rule))
}

function isWorse(row: ChangeRow, cause: ChangeRow): boolean {
  return SEVERITIES.indexOf(row.severity) < SEVERITIES.indexOf(cause.severity)
}
