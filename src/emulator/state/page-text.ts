/**
 * What a page says, without its form: sections under their headings, as a search sees them.
 */
import type { DocumentNode } from '../content/nodes.ts'

export interface Section {
  /** Of the heading; '' for what stands before the first one. */
  id: string
  title: string
  body: string
}

export function sectionsOf(document: DocumentNode): Section[] {
  let current: Section = { id: '', title: '', body: '' }
  const sections = [current]
  for (const node of document.nodes ?? []) {
    if (/^heading-\d$/.test(node.type ?? '')) {
      current = { id: headingId(node), title: plainText(node).trim(), body: '' }
      sections.push(current)
    } else current.body = `${current.body} ${plainText(node)}`.replace(/\s+/g, ' ').trim()
  }
  return sections.filter(({ title, body }) => title !== '' || body !== '')
}

function headingId({ meta, data }: DocumentNode): string {
  const id = meta?.id ?? data?.id
  return typeof id === 'string' ? id : ''
}

/** Blocks are kept apart by a space. */
function plainText(node: DocumentNode): string {
  const own = (node.leaves ?? []).map(leaf => leaf.text).join('')
  const between = node.nodes?.some(child => child.object === 'block') === true ? ' ' : ''
  const inner = (node.nodes ?? []).map(plainText).join(between)
  return own + inner + (node.fragments ?? []).map(fragment => ` ${plainText(fragment)}`).join('')
}
