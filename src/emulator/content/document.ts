/**
 * Markdown → document. Total: never throws, and no text is lost; what has no block of its own becomes paragraphs.
 */
import { type Markup, textOf } from '../../dialect/parse/element.ts'
import { parseFrontMatter } from '../../dialect/parse/front-matter.ts'
import { parseMarkup } from '../../dialect/parse/parse-markup.ts'
import { blocksOf } from './blocks.ts'
import { makeConversion } from './conversion.ts'
import { type DocumentNode, documentOf, orEmptyParagraph } from './nodes.ts'
import type { ResolveTarget } from './targets.ts'

export interface DocumentSource {
  /** Of the page: a first heading that only repeats it is not part of the body. */
  title: string
  /** Path of the file, against which links are relative. */
  file: string
  resolve: ResolveTarget
}

export function convertDocument(markdown: string, { title, file, resolve }: DocumentSource): DocumentNode {
  const conversion = makeConversion(target => resolve(target, file), blocksOf)
  const markup = withoutTitle(parseMarkup(parseFrontMatter(markdown).body), title)
  return documentOf(orEmptyParagraph(conversion.blocks(markup)))
}

function withoutTitle(markup: Markup[], title: string): Markup[] {
  const [first, ...rest] = markup
  if (first === undefined || typeof first === 'string' || first.name !== 'h1') return markup
  return plain(textOf(first)) === plain(title) ? rest : markup
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
}
