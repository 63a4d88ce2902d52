/**
 * A document of the platform as the Markdown of a bundle. Loses no text: what Markdown has no form for is written as
 * its text with a comment that names it. The same document and names always give the same bytes.
 */
import { isFields } from '../../model/fields.ts'
import { renderBlocks } from './blocks.ts'
import { renderHtml } from './html-blocks.ts'
import { renderInlines } from './inlines.ts'
import { type DocumentNode, parseNodes } from './node.ts'
import type { Rendering } from './rendering.ts'
import type { LinkNames } from './targets.ts'

/**
 * Accepts any JSON; what is no document, and a document without content, is the empty text, anything else ends with
 * one line break. Throws only a DocvaultError `document-nesting`.
 */
export function renderDocument(document: unknown, links: LinkNames): string {
  const nodes = parseNodes(isFields(document) ? document.nodes : document)
  const notes: (readonly DocumentNode[])[] = []
  const rendering = makeRendering(links, notes)
  const parts = [rendering.blocks(nodes)]
  // A footnote may itself have footnotes.
  for (let number = 1; number <= notes.length; number++) {
    parts.push(definition(number, rendering.blocks(notes[number - 1] ?? [])))
  }
  const text = parts.filter(part => part !== '').join('\n\n')
  return text === '' ? '' : `${text}\n`
}

function makeRendering(links: LinkNames, notes: (readonly DocumentNode[])[]): Rendering {
  const rendering: Rendering = {
    links,
    blocks: nodes => renderBlocks(nodes, rendering),
    html: nodes => renderHtml(nodes, rendering),
    inlines: (nodes, mode) => renderInlines(nodes, rendering, mode),
    footnote: body => `[^${notes.push(body)}]`,
  }
  return rendering
}

function definition(number: number, body: string): string {
  return `[^${number}]: ${body.replace(/\n(?=[^\n])/g, '\n    ')}`.trimEnd()
}
