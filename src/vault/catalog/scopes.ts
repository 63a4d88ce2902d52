/**
 * The scopes of an organization: resources of one kind under one parent. Found by seeking from parent to parent, so
 * that what is asked of one kind does not cost what all the others hold.
 */
import type { Kind } from '../../model/resource.ts'
import { type Connection, prepareFree } from './connection.ts'

export interface ScopeRow {
  kind: Kind
  anchor: number
}

/** Scopes of every kind there are: the index alone is read. */
const ALL = 'held(anchor, kind) AS (SELECT DISTINCT anchor, kind FROM resource)'

const OF_KIND = `
  parent(anchor) AS (
    SELECT min(anchor) FROM resource
    UNION ALL
    SELECT (SELECT min(anchor) FROM resource WHERE anchor > parent.anchor) FROM parent
    WHERE parent.anchor IS NOT NULL
  ),
  held(anchor, kind) AS (
    SELECT parent.anchor, term.id FROM parent JOIN term ON term.text = +:kind
    WHERE EXISTS (SELECT 1 FROM resource WHERE anchor = parent.anchor AND kind = term.id)
  )`

/**
 * As `path` of a row of the tree; null where it does not end at the organization. A row is made after the one above it:
 * a damaged catalog in which that is not so must not make a walk without end.
 */
const PATH = `
  CASE WHEN held.anchor < 0 THEN iif(held.anchor = -:organization, '', NULL) ELSE (
    WITH RECURSIVE up(id, parent, organization, path) AS (
      SELECT id, parent, organization, '/' || json_array((SELECT text FROM term WHERE id = kind), platform_id)
      FROM resource WHERE id = held.anchor
      UNION ALL
      SELECT above.id, above.parent, above.organization,
        '/' || json_array((SELECT text FROM term WHERE id = above.kind), above.platform_id) || up.path
      FROM up JOIN resource AS above ON above.id = up.parent AND above.id < up.id
    )
    SELECT path FROM up WHERE parent IS NULL AND organization = +:organization
  ) END`

/** Ordered by kind and path. Several may be open. */
export function scopeRows(
  db: Connection,
  organization: number,
  kind: Kind | undefined,
): IterableIterator<ScopeRow> {
  return prepareFree<[{ organization: number; kind: Kind | null }], ScopeRow>(
    db,
    `WITH RECURSIVE ${kind === undefined ? ALL : OF_KIND}
     SELECT kind, anchor FROM (
       SELECT term.text AS kind, held.anchor AS anchor, ${PATH} AS path FROM held JOIN term ON term.id = held.kind)
     WHERE path IS NOT NULL ORDER BY kind, path`,
  ).iterate({ organization, kind: kind ?? null })
}
