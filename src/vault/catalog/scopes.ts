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

/**
 * Scopes of every kind there are, from each entry of the index: to seek the next one after the one before leaves scopes out, or
 * never ends, where an index of a damaged catalog is not as its table.
 */
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
  CASE WHEN above.anchor < 0 THEN iif(above.anchor = -:organization, '', NULL) ELSE (
    WITH RECURSIVE up(id, parent, organization, path) AS (
      SELECT id, parent, organization, '/' || json_array((SELECT text FROM term WHERE id = kind), platform_id)
      FROM resource WHERE id = above.anchor
      UNION ALL
      SELECT next.id, next.parent, next.organization,
        '/' || json_array((SELECT text FROM term WHERE id = next.kind), next.platform_id) || up.path
      FROM up JOIN resource AS next ON next.id = up.parent AND next.id < up.id
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
    `WITH RECURSIVE ${kind === undefined ? ALL : OF_KIND},
     placed(anchor, path) AS MATERIALIZED (SELECT anchor, ${PATH} FROM (SELECT DISTINCT anchor FROM held) AS above)
     SELECT term.text AS kind, anchor FROM held JOIN term ON term.id = held.kind JOIN placed USING (anchor)
     WHERE path IS NOT NULL ORDER BY term.text, path`,
  ).iterate({ organization, kind: kind ?? null })
}
