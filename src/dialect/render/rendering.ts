/**
 * What one rendering carries along: how links are named, how content becomes blocks again, and the footnotes so far.
 */
import type { DocumentNode } from './node.ts'
import type { LinkNames } from './targets.ts'

export interface InlineMode {
  /** Markdown is not read here: everything has to be a tag. */
  html: boolean
  lineBreak: string
}

export const PARAGRAPH: InlineMode = { html: false, lineBreak: '\\\n' }
/** Headings and cells, which end with the line. */
export const LINE: InlineMode = { html: false, lineBreak: '<br>' }
export const HTML: InlineMode = { html: true, lineBreak: '<br>' }

export interface Rendering {
  links: LinkNames
  blocks(nodes: readonly DocumentNode[]): string
  /** For cells, captions and summaries: a single paragraph is only its text. */
  html(nodes: readonly DocumentNode[]): string
  inlines(nodes: readonly DocumentNode[], mode: InlineMode): string
  /** Its label. */
  footnote(body: readonly DocumentNode[]): string
}
