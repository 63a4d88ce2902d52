/** Whether a space has all that one more import of a page would bring: in that page itself, or in a copy beside it. */

import { escapeTitle } from '../../bundle/render-summary.ts'
import { parseFrontMatter } from '../../dialect/parse/front-matter.ts'
import { lacksDeferred } from '../../model/deferred-part.ts'
import { type Fields, isFields, listOf, textOf } from '../../model/fields.ts'
import { fitHeading } from '../../space/fit-heading.ts'
import { isSameButPaths } from '../../space/fit-links.ts'
import type { PlanBasis } from '../plan/planning.ts'
import type { StateItem } from '../state.ts'
import { rewritten, storedDocument } from './body.ts'
import { isSameDocument } from './compare-page.ts'
import { linkDifferences } from './link-differences.ts'
import { outlineFor } from './markdown-alone.ts'

/** By title and Markdown, or the document where that alone is kept: what an import makes of the same it makes of it again. */
export function isBrought(basis: PlanBasis, owner: StateItem, item: StateItem): boolean {
  const { source, target, matches } = basis
  const there = matches.target(owner)
  if (there === null) return false
  if (lacksDeferred(item.resource.parts)) return isDocumentBrought(basis, owner, item, there)
  const title = textOf(item.json.title) ?? ''
  const markdown = source.part(item, 'markdown') ?? Buffer.alloc(0)
  const fitting = fitHeading(markdown, outlineFor(source, item), title)
  // A page without a body may have got one that says nothing but its title.
  const wanted =
    markdown.length === 0 ? [markdown, Buffer.from(`# ${escapeTitle(title)}\n`)] : [markdown, fitting]
  return target.list('page', there).some(page => {
    const text =
      page.json.title === item.json.title ? (target.part(page, 'markdown') ?? Buffer.alloc(0)) : null
    return text !== null && wanted.some(each => isBroughtAs(each, text))
  })
}

/** A copy may lead elsewhere, and show nothing: its bundle had nothing else in it. */
function isDocumentBrought(
  { source, target, matches }: PlanBasis,
  owner: StateItem,
  item: StateItem,
  there: StateItem,
): boolean {
  const stored = storedDocument({ source }, item)
  if (stored === null) return false
  const wanted = withoutShown(rewritten({ source, ids: matches.ids, urlsOf: () => null }, owner, stored))
  return target.list('page', there).some(page => {
    const document = page.json.title === item.json.title ? storedDocument({ source: target }, page) : null
    const found = document && withoutShown(document)
    return found !== null && (isSameDocument(wanted, found) || linkDifferences(wanted, found) !== null)
  })
}

/** With one mark for each reusable content, and for the line of text that an import makes of one that it does not find. */
function withoutShown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutShown)
  if (!isFields(value)) return value
  const isLine = value.type === 'paragraph' && INCLUDE.test(textIn(value))
  if (isLine || value.type === 'reusable-content') return SHOWN
  return Array.isArray(value.nodes) ? { ...value, nodes: withoutShown(value.nodes) } : value
}

const INCLUDE = /^\s*\{% include .{1,4096} %\}\s*$/
const SHOWN = { type: 'reusable-content' }

function textIn({ nodes, leaves, text }: Fields): string {
  const inner = [...listOf(nodes), ...listOf(leaves)].map(node => (isFields(node) ? textIn(node) : ''))
  return (textOf(text) ?? '') + inner.join('')
}

/** Front matter is added where there is none; paths of links follow what stands where. */
function isBroughtAs(wanted: Buffer, text: Buffer): boolean {
  const { raw, body } = parseFrontMatter(wanted.toString())
  if (raw !== '') return isSameButPaths(wanted, text)
  const bare = (markdown: string) => Buffer.from(markdown.trim())
  return isSameButPaths(bare(body), bare(parseFrontMatter(text.toString()).body))
}
