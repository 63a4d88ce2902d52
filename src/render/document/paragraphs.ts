/** Blocks of text: paragraphs, headings, quotes, formulas, dividers. */
import { type DocumentNode, textIn } from '../../dialect/render/node.ts'
import { headingLevel } from '../../dialect/render/paragraphs.ts'
import { idOf } from '../html/address.ts'
import { element, type Html, join } from '../html/element.ts'
import { contentsOf } from './contents.ts'
import type { Rendering } from './rendering.ts'

export function paragraph(node: DocumentNode, rendering: Rendering): Html {
  return element('p', { class: alignment(node) }, rendering.inlines(contentsOf(node)))
}

export function heading(node: DocumentNode, rendering: Rendering): Html {
  const id = node.id === undefined ? undefined : idOf(node.id)
  return element(
    `h${headingLevel(node)}`,
    { id, class: alignment(node) },
    rendering.inlines(contentsOf(node)),
  )
}

export function blockquote(node: DocumentNode, rendering: Rendering): Html {
  return element('blockquote', {}, rendering.blocks(contentsOf(node)))
}

export function divider(node: DocumentNode, rendering: Rendering): Html {
  return join(element('hr'), rendering.blocks(contentsOf(node)))
}

/** As its source. */
export function math(node: DocumentNode, rendering: Rendering): Html {
  const formula = element('pre', { class: 'math' }, element('code', {}, textIn(node.data, 'formula') ?? ''))
  return join(formula, rendering.blocks(contentsOf(node)))
}

const ALIGNMENTS: Readonly<Record<string, string>> = {
  center: 'align-center',
  right: 'align-right',
  end: 'align-right',
}

export function alignmentOf(align: string | undefined): string | undefined {
  return align !== undefined && Object.hasOwn(ALIGNMENTS, align) ? ALIGNMENTS[align] : undefined
}

function alignment({ data }: DocumentNode): string | undefined {
  return alignmentOf(textIn(data, 'align'))
}
