/** What one rendering of Markdown carries along. */
import type { Markup } from '../../dialect/parse/element.ts'
import type { RenderContext } from '../context.ts'
import type { Html } from '../html/element.ts'

export interface MarkdownRendering {
  context: RenderContext
  /** Blocks; text among them as it stands, or as paragraphs of its own. */
  flow(nodes: readonly Markup[], loose?: 'as-paragraphs'): Html
  /** A line of text: blocks in it are their content. */
  phrasing(nodes: readonly Markup[], isInLink?: boolean): Html
  /** One that nothing else in this body has. */
  claimId(wanted: string): string
}
