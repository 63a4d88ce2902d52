/**
 * A document whose references name other ids: of a copy, or of what was given a name before it had an id.
 */
import { isJsonObject, type JsonObject } from '../state/json-object.ts'
import type { DocumentNode } from './nodes.ts'

/** Fields of a content reference that hold the id of something in the same space. */
const NAMING: ReadonlySet<string> = new Set(['file', 'page', 'reusableContent'])

/** Ids that are not in the map stay. */
export function renameReferences(node: DocumentNode, ids: ReadonlyMap<string, string>): DocumentNode {
  const { data, nodes, fragments } = node
  return {
    ...node,
    ...(data === undefined ? {} : { data: renamed(data, ids) }),
    ...(nodes === undefined ? {} : { nodes: nodes.map(child => renameReferences(child, ids)) }),
    ...(fragments === undefined ? {} : { fragments: fragments.map(child => renameReferences(child, ids)) }),
  }
}

function renamed(data: JsonObject, ids: ReadonlyMap<string, string>): JsonObject {
  const entries = Object.entries(data).map(([key, value]) => {
    if (typeof value === 'string' && NAMING.has(key)) return [key, ids.get(value) ?? value] as const
    if (Array.isArray(value))
      return [key, value.map(item => (isJsonObject(item) ? renamed(item, ids) : item))] as const
    return [key, isJsonObject(value) ? renamed(value, ids) : value] as const
  })
  return Object.fromEntries(entries)
}
