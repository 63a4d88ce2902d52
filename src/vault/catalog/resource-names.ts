/**
 * Resource rows: a key for every (parent, kind, platform id), handed out at once and stored with the next
 * transaction. A name whose version is rolled back stays; it costs little and is used again.
 */
import type { Connection } from './connection.ts'

interface ResourceName {
  organization: number
  kind: number
  platformId: string
  parent: number | null
}

export interface ResourceNames {
  /** Null when the name was never used. */
  find(name: ResourceName): number | null
  findOrMake(name: ResourceName): number
  /** How many are handed out and not stored yet. */
  pending(): number
  /** Inside a transaction: inserts what is pending. */
  store(): void
  /** After its commit. */
  stored(): void
}

/** What stands in for the parent in indexes: minus the organization where there is none. */
export function anchorOf(organization: number, parent: number | null): number {
  return parent ?? -organization
}

export function makeResourceNames(db: Connection): ResourceNames {
  const byName = db.prepare<[string, number, number], { id: number }>(
    'SELECT id FROM resource WHERE platform_id = ? AND kind = ? AND anchor = ?',
  )
  const insert = db.prepare<[number, number, number, string, number | null]>(
    'INSERT INTO resource (id, organization, kind, platform_id, parent) VALUES (?, ?, ?, ?, ?)',
  )
  const highest = db.prepare<[], { id: number }>('SELECT ifnull(max(id), 0) AS id FROM resource').get()
  let next = (highest?.id ?? 0) + 1
  const pending = new Map<string, ResourceName & { id: number }>()
  const find = (name: ResourceName): number | null =>
    pending.get(labelOf(name))?.id ??
    byName.get(name.platformId, name.kind, anchorOf(name.organization, name.parent))?.id ??
    null
  return {
    find,
    findOrMake(name) {
      const known = find(name)
      if (known !== null) return known
      const id = next++
      pending.set(labelOf(name), { ...name, id })
      return id
    },
    pending: () => pending.size,
    store() {
      for (const name of pending.values()) {
        insert.run(name.id, name.organization, name.kind, name.platformId, name.parent)
      }
    },
    stored: () => pending.clear(),
  }
}

function labelOf(name: ResourceName): string {
  return `${anchorOf(name.organization, name.parent)} ${name.kind} ${name.platformId}`
}
