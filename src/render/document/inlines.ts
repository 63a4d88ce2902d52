/**
 * Inline content: texts with their marks, and objects among them. Blocks that stand in a line, as those of a caption or of a
 * title, are shown as their content, a line for each.
 */
import type { DocumentNode, Leaf } from '../../dialect/render/node.ts'
import { type Child, element, type Html, join } from '../html/element.ts'
import { contentsOf } from './contents.ts'
import { inlineObject } from './inline-objects.ts'
import { marked } from './marks.ts'
import type { Line, Rendering } from './rendering.ts'
import { unknownInline } from './unknown.ts'

export function renderInlines(nodes: readonly DocumentNode[], rendering: Rendering, line: Line): Html {
  return join(
    nodes.map((node, index) => {
      const isNewLine = index > 0 && (node.kind === 'block' || nodes[index - 1]?.kind === 'block')
      return [isNewLine && !line.isInCode ? element('br') : '', inlineOf(node, rendering, line)]
    }),
  )
}

function inlineOf(node: DocumentNode, rendering: Rendering, line: Line): Html {
  if (node.kind === 'text') {
    const more = node.nodes.length + node.fragments.length === 0 ? [] : contentsOf({ ...node, leaves: [] })
    return join(
      node.leaves.map(leaf => leafOf(leaf, line)),
      rendering.inlines(more, line),
    )
  }
  const known = inlineObject(node, rendering, line)
  if (known !== null) return known
  const inside = rendering.inlines(contentsOf(node), line)
  return LINES_OF_TEXT.has(node.type) ? inside : unknownInline(node, inside)
}

const LINES_OF_TEXT = new Set(['paragraph', 'heading-1', 'heading-2', 'heading-3', 'code-line', 'list-item'])

function leafOf({ text, marks }: Leaf, { isInCode }: Line): Html {
  return marked(isInCode ? text : withBreaks(text), marks)
}

function withBreaks(text: string): Child {
  if (!/[\r\n]/.test(text)) return text
  return text.split(/\r\n?|\n/).map((part, index) => [index === 0 ? '' : element('br'), part])
}
