/** The blocks of a document, for a comparison. */
import { type Data, type DocumentNode, type Leaf, textIn } from '../../dialect/render/node.ts'
import { canonicalJson, digestOf } from '../../model/digest.ts'
import { isFields } from '../../model/fields.ts'
import type { RenderContext } from '../context.ts'
import { ADDED, REMOVED } from '../document/marks.ts'
import { makeBlockRenderer } from '../document/render-document.ts'
import type { ComparableBlock, Words } from './comparison.ts'

export function documentBlocks(nodes: readonly DocumentNode[], context: RenderContext): ComparableBlock[] {
  const render = makeBlockRenderer(context)
  return nodes.map(written => {
    const node = written.type === 'code' ? asOneText(written) : written
    return {
      type: node.type,
      digest: digestOf(canonicalJson(contentOf(node))),
      text: textsIn(node).join('\n'),
      besides: besidesIn(node).join('\n'),
      parts: leavesOf(node).map(({ text }) => text),
      render: () => render(written),
      renderWords: words => render(withWords(node, words)),
    }
  })
}

/** Lines of code are compared as one text, so that whole lines may go and come; those with notes in them are left alone. */
function asOneText(code: DocumentNode): DocumentNode {
  const isPlain = code.nodes.every(line => line.type === 'code-line' && line.nodes.every(isPlainText))
  const [first] = code.nodes
  if (!isPlain || first === undefined) return code
  const text = code.nodes
    .map(line =>
      leavesOf(line)
        .map(leaf => leaf.text)
        .join(''),
    )
    .join('\n')
  const [node] = first.nodes
  if (node === undefined) return code
  return { ...code, nodes: [{ ...first, nodes: [{ ...node, leaves: [{ text, marks: [] }] }] }] }
}

function isPlainText({ kind, nodes, fragments, leaves }: DocumentNode): boolean {
  return (
    kind === 'text' &&
    nodes.length + fragments.length === 0 &&
    leaves.every(({ marks }) => marks.length === 0)
  )
}

/** Texts that only are cut otherwise are the same; an id is a handle of an editor. */
function contentOf({ kind, type, data, name, nodes, fragments, leaves }: DocumentNode): unknown {
  const { id: _handle, ...shown } = data
  const texts: { text: string; marks: string }[] = []
  for (const leaf of leaves) {
    const marks = canonicalJson(leaf.marks)
    const last = texts.at(-1)
    if (last?.marks === marks) last.text += leaf.text
    else if (leaf.text !== '') texts.push({ text: leaf.text, marks })
  }
  return [kind, type, shown, name, nodes.map(contentOf), fragments.map(contentOf), texts]
}

const READ =
  'title formula expression label alt caption url path method name description date code query'.split(' ')

/** Names of fragments are no texts: those of all rows behind a new one may be others. */
function besidesIn(node: DocumentNode): string[] {
  const names = new Set<unknown>(node.fragments.map(({ name }) => name))
  const cells = node.type === 'table' ? [...columnTitles(node.data), ...plainCells(node.data, names)] : []
  const inside = [...node.nodes, ...node.fragments].flatMap(besidesIn)
  return [...READ.flatMap(name => textIn(node.data, name) ?? []), ...cells, ...inside]
}

function textsIn(node: DocumentNode): string[] {
  const own = READ.flatMap(name => textIn(node.data, name) ?? [])
  const cells = node.type === 'table' ? [...columnTitles(node.data), ...plainCells(node.data, new Set())] : []
  const leaves = node.leaves.map(({ text }) => text).join('')
  const inside = [...node.nodes, ...node.fragments].map(child => textsIn(child).join('\n')).join('')
  return [...own, ...cells, leaves + inside]
}

function columnTitles({ definition }: Data): string[] {
  const columns = isFields(definition) ? Object.values(definition) : []
  return columns.flatMap(column => (isFields(column) ? (textIn(column, 'title') ?? []) : []))
}

/** What is rich stands in fragments, and is left out of each row where `rich` has its name. */
function plainCells({ records }: Data, rich: ReadonlySet<unknown>): string[] {
  const rows = isFields(records) ? Object.values(records) : []
  return rows.map(row => {
    const values = isFields(row) && isFields(row.values) ? Object.entries(row.values) : []
    return canonicalJson(Object.fromEntries(values.filter(([, value]) => !rich.has(value))))
  })
}

function leavesOf(node: DocumentNode): Leaf[] {
  return [...node.leaves, ...[...node.nodes, ...node.fragments].flatMap(leavesOf)]
}

function withWords(node: DocumentNode, words: readonly (readonly Words[])[]): DocumentNode {
  let part = 0
  const replace = (old: DocumentNode): DocumentNode => ({
    ...old,
    leaves: old.leaves.flatMap(leaf => (words[part++] ?? []).map(word => asLeaf(word, leaf))),
    nodes: old.nodes.map(replace),
    fragments: old.fragments.map(replace),
  })
  return replace(node)
}

function asLeaf({ kind, text }: Words, { marks }: Leaf): Leaf {
  if (kind === 'same') return { text, marks }
  return kind === 'added' ? { text, marks: [...marks, ADDED] } : { text, marks: [REMOVED] }
}
