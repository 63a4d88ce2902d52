/**
 * A document of the platform as safe HTML of its body. Total: any JSON gives a rendering. Loses no text: what nobody knows is a
 * labelled box with its text in it. The same document and context always give the same HTML.
 */

import { asBlocks } from '../../dialect/render/blocks.ts'
import { type DocumentNode, parseNodes } from '../../dialect/render/node.ts'
import { DocvaultError } from '../../model/errors.ts'
import { isFields } from '../../model/fields.ts'
import type { RenderContext } from '../context.ts'
import { element, type Html, join } from '../html/element.ts'
import { box } from '../html/labels.ts'
import { noteBlock, renderBlock, renderBlocks } from './blocks.ts'
import { renderInlines } from './inlines.ts'
import type { Rendering } from './rendering.ts'

export function renderDocument(document: unknown, context: RenderContext): string {
  const nodes = topBlocks(document)
  const render = makeBlockRenderer(context)
  return join(nodes === null ? renderTooDeep(document) : nodes.map(render)).toString()
}

/** Null: it nests deeper than any editor makes. */
export function topBlocks(document: unknown): readonly DocumentNode[] | null {
  try {
    return asBlocks(parseNodes(isFields(document) ? document.nodes : document))
  } catch (error) {
    if (error instanceof DocvaultError && error.code === 'document-nesting') return null
    throw error
  }
}

/** For the blocks of one document, in their order. Each comes with its notes, and so is whole by itself. */
export function makeBlockRenderer(context: RenderContext): (block: DocumentNode) => Html {
  const session: Session = { notes: [], notesShown: 0, included: 0 }
  const rendering = makeRendering(context, session, [])
  return block => withNotes(renderBlock(block, rendering), session, rendering)
}

interface Session {
  notes: (readonly DocumentNode[])[]
  notesShown: number
  included: number
}

const MOST_INCLUDED = 100
const DEEPEST_INCLUDED = 5

/** `within`: the reusable contents that this stands in. */
function makeRendering(context: RenderContext, session: Session, within: readonly string[]): Rendering {
  const rendering: Rendering = {
    context,
    blocks: nodes => renderBlocks(nodes, rendering),
    inlines: (nodes, line = { isInLink: false, isInCode: false }) => renderInlines(nodes, rendering, line),
    note: body => session.notes.push(body),
    included(id) {
      if (within.includes(id) || within.length >= DEEPEST_INCLUDED || session.included >= MOST_INCLUDED)
        return null
      session.included++
      const nodes = topBlocks(context.reusableContent(id))
      const inner = makeRendering(context, session, [...within, id])
      return nodes === null || nodes.length === 0 ? null : inner.blocks(nodes)
    },
  }
  return rendering
}

/** A note may itself have notes. */
function withNotes(block: Html, session: Session, rendering: Rendering): Html {
  const parts = [block]
  while (session.notesShown < session.notes.length) {
    const body = session.notes[session.notesShown++]
    if (body !== undefined) parts.push(noteBlock(session.notesShown, body, rendering))
  }
  return join(parts)
}

export function renderTooDeep(document: unknown): Html {
  const words =
    'This document nests deeper than any editor makes. All that is written in it, without its form:'
  return box('unknown', words, element('pre', {}, element('code', {}, allTextOf(document))))
}

/** However deep it nests. */
export function allTextOf(document: unknown): string {
  const found: string[] = []
  const waiting: unknown[] = [document]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') found.push(next)
    if (typeof next !== 'object' || next === null) continue
    for (const member of Object.values(next).reverse()) waiting.push(member)
  }
  return found.join('\n')
}
