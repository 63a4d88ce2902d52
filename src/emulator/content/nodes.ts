/**
 * The document format of the platform (docs/development/platform.md#document-format): nodes and how they are made.
 */
export interface Mark {
  object: 'mark'
  type: string
  data?: Record<string, unknown>
}

export interface Leaf {
  object: 'leaf'
  text: string
  marks: readonly Mark[]
}

/** A document, block, inline, text or fragment. */
export interface DocumentNode {
  object: string
  type?: string
  isVoid?: boolean
  data?: Record<string, unknown>
  meta?: Record<string, unknown>
  fragment?: string
  nodes?: readonly DocumentNode[]
  fragments?: readonly DocumentNode[]
  leaves?: readonly Leaf[]
}

export function documentOf(nodes: readonly DocumentNode[]): DocumentNode {
  return { object: 'document', data: { schemaVersion: 8 }, nodes }
}

export function block(
  type: string,
  nodes: readonly DocumentNode[],
  data: Record<string, unknown> = {},
): DocumentNode {
  return { object: 'block', type, isVoid: false, data: defined(data), nodes }
}

export function voidBlock(type: string, data: Record<string, unknown> = {}): DocumentNode {
  return { object: 'block', type, isVoid: true, data: defined(data) }
}

export function inline(
  type: string,
  data: Record<string, unknown>,
  nodes?: readonly DocumentNode[],
): DocumentNode {
  const base = { object: 'inline', type, isVoid: nodes === undefined, data: defined(data) }
  return nodes === undefined ? base : { ...base, nodes }
}

export function fragment(name: string, nodes: readonly DocumentNode[]): DocumentNode {
  return { object: 'fragment', fragment: name, type: name, nodes }
}

export function textNode(text: string, marks: readonly Mark[] = []): DocumentNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks }] }
}

export function paragraphOf(text: string): DocumentNode {
  return block('paragraph', [textNode(text)])
}

/** A block needs something in it for the editor to stand on. */
export function orEmptyParagraph(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  return nodes.length === 0 ? [paragraphOf('')] : nodes
}

/** Without the members that are undefined. */
function defined(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}
