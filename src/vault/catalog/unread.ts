/** In which snapshots nobody knows how a resource stood: it was carried forward, because a list above it was not read. */
import type { GapClass } from '../../model/snapshot.ts'
import { type Connection, prepareOnce } from './connection.ts'
import { parseClass } from './gaps.ts'

export interface UnreadRow {
  snapshot: number
  class: GapClass
}

interface GapKey {
  snapshot: number
  anchor: number
  kind: number
  resource: string
  class: string
}

interface Place {
  anchor: number
  kind: number
  id: string
}

/** Reads all gaps once. Answers in the order of snapshots, each once. */
export function makeUnread(db: Connection): (resource: number) => UnreadRow[] {
  const gaps = new Map<string, UnreadRow[]>()
  const rows = db
    .prepare<[], GapKey>('SELECT snapshot, anchor, kind, resource, class FROM gap ORDER BY snapshot')
    .iterate()
  for (const row of rows) {
    const label = labelOf(row.anchor, row.kind, row.resource)
    const known = gaps.get(label) ?? []
    known.push({ snapshot: row.snapshot, class: parseClass(row.class) })
    gaps.set(label, known)
  }
  const placeOf = prepareOnce<[number], Place>(
    db,
    'SELECT anchor, kind, platform_id AS id FROM resource WHERE id = +?',
  )
  return resource => {
    const found = new Map<number, UnreadRow>()
    for (let at = gaps.size === 0 ? 0 : resource; at > 0; ) {
      const place = placeOf.get(at)
      if (place === undefined) break
      for (const id of ['', place.id])
        for (const row of gaps.get(labelOf(place.anchor, place.kind, id)) ?? []) found.set(row.snapshot, row)
      // A row is made after the one above it: a damaged catalog in which that is not so must not be a circle.
      at = place.anchor < at ? place.anchor : 0
    }
    return [...found.values()].sort((a, b) => a.snapshot - b.snapshot)
  }
}

function labelOf(anchor: number, kind: number, resource: string): string {
  return `${anchor} ${kind} ${resource}`
}
