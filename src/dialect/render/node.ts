/**
 * A document as typed nodes. Tolerant: what is missing or of another type is empty, keys nobody reads are left out;
 * nothing is refused but nesting that no editor makes.
 */
import { DocvaultError } from '../../model/errors.ts'
import { isFields } from '../../model/fields.ts'

export type Data = Readonly<Record<string, unknown>>

export interface Mark {
  type: string
  data: Data
}

export interface Leaf {
  text: string
  marks: readonly Mark[]
}

export interface DocumentNode {
  kind: 'block' | 'inline' | 'text'
  type: string
  data: Data
  id: string | undefined
  /** Of a fragment. */
  name: string
  nodes: readonly DocumentNode[]
  fragments: readonly DocumentNode[]
  leaves: readonly Leaf[]
}

const MAX_NESTING = 200
const NO_NODES: readonly DocumentNode[] = []

export function parseNodes(value: unknown, depth = 0): readonly DocumentNode[] {
  if (!Array.isArray(value)) return NO_NODES
  if (depth > MAX_NESTING) {
    throw new DocvaultError('document-nesting', `the document nests deeper than ${MAX_NESTING} nodes`, {
      hint: 'read this content as a document (JSON); it has no form in Markdown',
    })
  }
  const nodes: DocumentNode[] = []
  for (const child of value) {
    if (typeof child === 'string') nodes.push(textOf(child))
    else if (isFields(child)) nodes.push(parseNode(child, depth))
  }
  return nodes
}

function parseNode(json: Data, depth: number): DocumentNode {
  const leaves = parseLeaves(json)
  const isText = json.object === 'text' || (leaves.length > 0 && json.object === undefined)
  const data = isFields(json.data) ? json.data : {}
  const meta = isFields(json.meta) ? json.meta : {}
  return {
    kind: isText ? 'text' : json.object === 'inline' ? 'inline' : 'block',
    type: textIn(json, 'type') ?? '',
    data,
    id: textIn(meta, 'id') ?? textIn(data, 'id'),
    name: textIn(json, 'fragment') ?? textIn(json, 'type') ?? '',
    nodes: parseNodes(json.nodes, depth + 1),
    fragments: parseNodes(json.fragments, depth + 1),
    leaves,
  }
}

function parseLeaves(json: Data): Leaf[] {
  if (!Array.isArray(json.leaves))
    return typeof json.text === 'string' ? [{ text: json.text, marks: NO_MARKS }] : []
  const leaves: Leaf[] = []
  for (const leaf of json.leaves)
    if (isFields(leaf) && typeof leaf.text === 'string')
      leaves.push({ text: leaf.text, marks: parseMarks(leaf.marks) })
  return leaves
}

/** Most leaves have none. */
const NO_MARKS: readonly Mark[] = []

function parseMarks(marks: unknown): readonly Mark[] {
  return Array.isArray(marks) && marks.length > 0 ? marks.flatMap(parseMark) : NO_MARKS
}

function parseMark(mark: unknown): Mark[] {
  if (!isFields(mark) || typeof mark.type !== 'string') return []
  return [{ type: mark.type, data: isFields(mark.data) ? mark.data : {} }]
}

function textOf(text: string): DocumentNode {
  const leaves = [{ text, marks: [] }]
  return { kind: 'text', type: '', data: {}, id: undefined, name: '', nodes: [], fragments: [], leaves }
}

/** A member that is text or a number, as text. */
export function textIn(data: Data, name: string): string | undefined {
  const value = data[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** A member that is a boolean, as text. */
export function flagIn(data: Data, name: string): string | undefined {
  const value = data[name]
  return typeof value === 'boolean' ? String(value) : undefined
}

export function fragmentOf(node: DocumentNode, name: string): readonly DocumentNode[] {
  return node.fragments.filter(fragment => fragment.name === name).flatMap(fragment => fragment.nodes)
}

/** All text at or below, without marks. */
export function plainText(node: DocumentNode): string {
  const own = node.leaves.map(leaf => leaf.text).join('')
  return own + node.nodes.map(plainText).join('') + node.fragments.map(plainText).join('')
}
