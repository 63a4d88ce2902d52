/** What one rendering of a document carries along: where things are, how content becomes mark-up again, notes, limits. */
import type { DocumentNode } from '../../dialect/render/node.ts'
import type { RenderContext } from '../context.ts'
import type { Html } from '../html/element.ts'

/** Where in a line something stands. */
export interface Line {
  /** Links do not stand in links. */
  isInLink: boolean
  /** Line breaks are kept as they are. */
  isInCode: boolean
}

export interface Rendering {
  context: RenderContext
  blocks(nodes: readonly DocumentNode[]): Html
  inlines(nodes: readonly DocumentNode[], line?: Line): Html
  /** Takes the body of an annotation, which is shown behind the block that it is in. Answers its number. */
  note(body: readonly DocumentNode[]): number
  /** What a reusable content says; null if it is not kept, stands within itself, or is one of too many. */
  included(id: string): Html | null
}
