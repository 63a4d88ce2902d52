/**
 * What scopes have where pages of the catalog cannot be read, resource by resource: SQLite ends a whole list at the first page that
 * it does not understand, and this way a page takes what stands on it and nothing else.
 */
import type { Kind } from '../../model/resource.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { type ScopeRow, scopeRows } from './scopes.ts'
import { isUnreadable } from './sqlite-error.ts'
import { makeRowAt, type ViewRow, viewRows } from './views.ts'

/** What an index says, where the row of the resource cannot be read either. */
export type NameRow = Pick<ViewRow, 'key' | 'kind' | 'id' | 'parent'>

export interface RowsAround {
  rows: ViewRow[]
  /** Of these nobody knows what the snapshot has, or whether it has them. */
  unread: NameRow[]
}

interface Place {
  snapshot: number
  organization: number
}

/** In the order of `viewRows`. Throws where not even the names can be read. */
export function rowsAround(
  db: Connection,
  place: Place,
  { kind, parent }: { kind: Kind; parent?: number | null | undefined },
): RowsAround {
  const scopes =
    parent === undefined
      ? [...scopeRows(db, place.organization, kind)]
      : [{ kind, anchor: parent ?? -place.organization }]
  const read = scopes.map(scope => inScope(db, place, scope))
  return { rows: read.flatMap(({ rows }) => rows), unread: read.flatMap(({ unread }) => unread) }
}

function inScope(db: Connection, place: Place, { kind, anchor }: ScopeRow): RowsAround {
  const parent = anchor < 0 ? null : anchor
  const whole = unlessUnreadable(() => [...viewRows(db, place, { kind, parent })])
  if (whole !== null) return { rows: whole, unread: [] }
  const found: RowsAround = { rows: [], unread: [] }
  const rowAt = makeRowAt(db)
  for (const name of namesIn(db, { kind, anchor })) {
    const row = unlessUnreadable(() => rowAt(place.snapshot, name.key) ?? 'not there')
    if (row === null) found.unread.push({ ...name, kind, parent })
    else if (row !== 'not there') found.rows.push(row)
  }
  return found
}

/** Of all that was ever in a scope; where their rows cannot be read, by a walk through the index of names, which has all of it. */
function namesIn(db: Connection, scope: ScopeRow): { key: number; id: string }[] {
  const found = (by: string) =>
    prepareOnce<[ScopeRow], { key: number; id: string }>(
      db,
      `SELECT id AS key, platform_id AS id FROM resource ${by}
       WHERE anchor = +:anchor AND kind = (SELECT id FROM term WHERE text = +:kind) ORDER BY platform_id`,
    ).all(scope)
  return unlessUnreadable(() => found('')) ?? found('INDEXED BY resource_name')
}

/** Null where it is. */
function unlessUnreadable<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return null
  }
}
