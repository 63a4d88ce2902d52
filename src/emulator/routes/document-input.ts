/**
 * Documents that clients send: any type of node is kept, as long as the whole is built as a document is.
 */
import { z } from 'zod'
import type { DocumentNode } from '../content/nodes.ts'
import { isJsonObject } from '../state/json-object.ts'

const MAX_DEPTH = 200

export const documentSchema = z.custom<DocumentNode>(
  value => isJsonObject(value) && value.object === 'document' && isNode(value, MAX_DEPTH),
  `must be a document: {object: 'document', nodes: […]}, nested at most ${MAX_DEPTH} deep`,
)

function isNode(value: unknown, depth: number): boolean {
  if (depth === 0 || !isJsonObject(value) || typeof value.object !== 'string') return false
  const { type, data, meta, nodes, fragments, leaves } = value
  return (
    (type === undefined || typeof type === 'string') &&
    [data, meta].every(fields => fields === undefined || (isJsonObject(fields) && isWithin(fields, depth))) &&
    [nodes, fragments].every(
      children => children === undefined || isListOf(children, child => isNode(child, depth - 1)),
    ) &&
    (leaves === undefined || isListOf(leaves, isLeaf))
  )
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem)
}

function isLeaf(value: unknown): boolean {
  return isJsonObject(value) && typeof value.text === 'string' && isWithin(value, 10)
}

function isWithin(value: unknown, depth: number): boolean {
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every(item => isWithin(item, depth - 1))
  return !isJsonObject(value) || Object.values(value).every(item => isWithin(item, depth - 1))
}
