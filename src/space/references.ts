/**
 * References inside documents and other JSON (docs/development/platform.md#references-in-content): found by their form,
 * never by text search, and rewritten from the table of ids. What has no target stays as it is and is reported.
 */

import { type Fields, isFields } from '../model/fields.ts'
import type { Kind } from '../model/resource.ts'

export interface Reference {
  kind: Kind
  id: string
  /** Id of another space that the target stands in. */
  space: string | null
}

/** What a reference becomes; null: nothing stands for it. */
export type Resolve = (reference: Reference) => string | null

export interface Rewritten<T> {
  value: T
  found: number
  /** Left as they were. */
  lost: Reference[]
}

/** Kind of a content reference → the field that names its target, and the kind of resource that it is. */
const TARGETS: Readonly<Record<string, { field: string; kind: Kind }>> = {
  file: { field: 'file', kind: 'file' },
  page: { field: 'page', kind: 'page' },
  anchor: { field: 'page', kind: 'page' },
  space: { field: 'space', kind: 'space' },
  collection: { field: 'collection', kind: 'collection' },
  user: { field: 'user', kind: 'user' },
  'reusable-content': { field: 'reusableContent', kind: 'reusable-content' },
  openapi: { field: 'spec', kind: 'openapi-spec' },
}

const IN_SPACE: ReadonlySet<Kind> = new Set(['file', 'page', 'reusable-content'])
const COLUMNS: Readonly<Record<string, Kind>> = { files: 'file', users: 'user' }

/** `mapUrl` is asked for every address. */
export function rewriteReferences<T>(
  value: T,
  resolve: Resolve,
  mapUrl: (url: string) => string = url => url,
): Rewritten<T> {
  const walk = new Walk(resolve, mapUrl)
  return { value: walk.rewrite(value), found: walk.found, lost: walk.lost }
}

export function findReferences(value: unknown): Reference[] {
  const found: Reference[] = []
  rewriteReferences(value, reference => {
    found.push(reference)
    return reference.id
  })
  return found
}

/** Null when it is none, or an address. */
export function asReference(value: unknown): Reference | null {
  if (!isFields(value) || typeof value.kind !== 'string') return null
  const target = TARGETS[value.kind]
  const id = target === undefined ? undefined : value[target.field]
  if (target === undefined || typeof id !== 'string') return spaceOfPlace(value)
  const space = typeof value.space === 'string' && IN_SPACE.has(target.kind) ? value.space : null
  return { kind: target.kind, id, space }
}

/** A tag, or a place on a page that is not named: of those the space alone has an id. */
function spaceOfPlace({ kind, space }: Fields): Reference | null {
  const isPlace = kind === 'tag' || kind === 'anchor'
  return isPlace && typeof space === 'string' ? { kind: 'space', id: space, space: null } : null
}

class Walk {
  found = 0
  readonly lost: Reference[] = []
  readonly #resolve: Resolve
  readonly #mapUrl: (url: string) => string

  constructor(resolve: Resolve, mapUrl: (url: string) => string) {
    this.#resolve = resolve
    this.#mapUrl = mapUrl
  }

  /** Shares with the original whatever does not change. */
  rewrite<T>(value: T): T
  rewrite(value: unknown): unknown {
    if (Array.isArray(value)) return this.#ofList(value)
    if (!isFields(value)) return value
    const own = typeof value.kind === 'string' ? this.#ofReference(value) : null
    if (own) return own
    const rewritten = this.#ofFields(value)
    return isTable(value) ? this.#ofTable(rewritten) : rewritten
  }

  #ofList(list: readonly unknown[]): readonly unknown[] {
    let changed: unknown[] | null = null
    for (const [index, item] of list.entries()) {
      const next = this.rewrite(item)
      if (next === item) continue
      changed ??= [...list]
      changed[index] = next
    }
    return changed ?? list
  }

  #ofFields(fields: Fields): Fields {
    let changed: Record<string, unknown> | null = null
    for (const key in fields) {
      const value = fields[key]
      if (typeof value !== 'object' || value === null) continue
      const next = this.rewrite(value)
      if (next === value) continue
      changed ??= { ...fields }
      changed[key] = next
    }
    return changed ?? fields
  }

  /** Null when it is none. */
  #ofReference(value: Fields): Fields | null {
    if (value.kind === 'url' && typeof value.url === 'string')
      return { ...value, url: this.#mapUrl(value.url) }
    const reference = asReference(value)
    if (reference === null) return null
    const named = TARGETS[String(value.kind)]?.field
    const field = named !== undefined && typeof value[named] === 'string' ? named : 'space'
    const { space } = reference
    const within =
      space === null ? {} : { space: this.#resolve({ kind: 'space', id: space, space: null }) ?? space }
    return { ...value, ...within, [field]: this.#map(reference) }
  }

  /** Columns of files and of people hold bare ids. */
  #ofTable(data: Fields): Fields {
    const definition = isFields(data.definition) ? data.definition : {}
    const columns = Object.entries(definition).flatMap(([id, column]) => {
      const kind = isFields(column) && typeof column.type === 'string' ? COLUMNS[column.type] : undefined
      return kind === undefined ? [] : [{ id, kind }]
    })
    if (columns.length === 0 || !isFields(data.records)) return data
    const records = Object.entries(data.records).map(([id, record]) => [id, this.#ofRecord(record, columns)])
    return { ...data, records: Object.fromEntries(records) }
  }

  #ofRecord(record: unknown, columns: readonly { id: string; kind: Kind }[]): unknown {
    if (!isFields(record) || !isFields(record.values)) return record
    const cells = columns.flatMap(({ id, kind }) => {
      const cell = isFields(record.values) ? record.values[id] : undefined
      return Array.isArray(cell) ? [[id, cell.map(value => this.#ofCell(value, kind))]] : []
    })
    return { ...record, values: { ...record.values, ...Object.fromEntries(cells) } }
  }

  #ofCell(value: unknown, kind: Kind): unknown {
    // What a cell could not resolve stands there as an address.
    return typeof value === 'string' && /^[\w-]+$/.test(value)
      ? this.#map({ kind, id: value, space: null })
      : value
  }

  #map(reference: Reference): string {
    this.found++
    const mapped = this.#resolve(reference)
    if (mapped === null) this.lost.push(reference)
    return mapped ?? reference.id
  }
}

function isTable(value: Fields): boolean {
  return isFields(value.definition) && isFields(value.records)
}
