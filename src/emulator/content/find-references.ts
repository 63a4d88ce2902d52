/**
 * Finds every content reference in a JSON value: a document, the cover of a page, the definition of a computed one.
 */
import { isJsonObject, type JsonObject } from '../state/json-object.ts'

/** Kind → the field that names the target (docs/development/platform.md#references-in-content). */
const NAMED_BY: Record<string, string> = {
  url: 'url',
  file: 'file',
  page: 'page',
  anchor: 'anchor',
  user: 'user',
  collection: 'collection',
  space: 'space',
  'reusable-content': 'reusableContent',
  openapi: 'spec',
}

/** In the order they stand in the value; those that are there twice come twice. */
export function findReferences(value: unknown): JsonObject[] {
  const found: JsonObject[] = []
  const visit = (inner: unknown): void => {
    if (Array.isArray(inner)) inner.forEach(visit)
    else if (isJsonObject(inner)) {
      if (isReference(inner)) found.push(inner)
      found.push(...filesInTable(inner))
      Object.values(inner).forEach(visit)
    }
  }
  visit(value)
  return found
}

function isReference(value: JsonObject): boolean {
  const { kind } = value
  if (typeof kind !== 'string' || !Object.hasOwn(NAMED_BY, kind)) return false
  return typeof value[NAMED_BY[kind] ?? ''] === 'string'
}

/** Columns of files hold bare ids; what a cell could not resolve stands there as an address. */
function filesInTable({ definition, records }: JsonObject): JsonObject[] {
  if (!isJsonObject(definition) || !isJsonObject(records)) return []
  const columns = Object.entries(definition).flatMap(([id, column]) =>
    isJsonObject(column) && column.type === 'files' ? [id] : [],
  )
  return Object.values(records).flatMap(record => {
    const values = isJsonObject(record) && isJsonObject(record.values) ? record.values : {}
    return columns.flatMap(id => values[id] ?? []).flatMap(value => fileReference(value))
  })
}

function fileReference(value: unknown): JsonObject[] {
  if (typeof value !== 'string') return []
  return [/^[\w-]+$/.test(value) ? { kind: 'file', file: value } : { kind: 'url', url: value }]
}
