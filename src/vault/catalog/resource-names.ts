/**
 * Resource rows: a key for every (parent, kind, platform id), handed out at once and stored with the next
 * transaction. A name whose version is rolled back stays; it costs little and is used again.
 */
import { lazily } from '../../model/lazily.ts'
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

/** Its queries are prepared when they are asked: most vaults of a daemon wait for the others, most of the time. */
export function makeResourceNames(db: Connection): ResourceNames {
  const queries = lazily(() => makeQueries(db))
  let next: number | null = null
  const pending = new Map<string, ResourceName & { id: number }>()
  const find = (name: ResourceName): number | null =>
    pending.get(labelOf(name))?.id ??
    queries().byName.get(name.platformId, name.kind, anchorOf(name.organization, name.parent))?.id ??
    null
  return {
    find,
    findOrMake(name) {
      const known = find(name)
      if (known !== null) return known
      const id = next ?? firstFree(db)
      next = id + 1
      pending.set(labelOf(name), { ...name, id })
      return id
    },
    pending: () => pending.size,
    store() {
      for (const name of pending.values()) {
        queries().insert.run(name.id, name.organization, name.kind, name.platformId, name.parent)
      }
    },
    stored: () => pending.clear(),
  }
}

function makeQueries(db: Connection) {
  return {
    byName: db.prepare<[string, number, number], { id: number }>(
      'SELECT id FROM resource WHERE platform_id = +? AND kind = +? AND anchor = +?',
    ),
    insert: db.prepare<[number, number, number, string, number | null]>(
      'INSERT INTO resource (id, organization, kind, platform_id, parent) VALUES (?, ?, ?, ?, ?)',
    ),
  }
}

function firstFree(db: Connection): number {
  const highest = db.prepare<[], { id: number }>('SELECT ifnull(max(id), 0) AS id FROM resource').get()
  return (highest?.id ?? 0) + 1
}

function labelOf(name: ResourceName): string {
  return `${anchorOf(name.organization, name.parent)} ${name.kind} ${name.platformId}`
}
