/** Inline nodes other than text: links, mentions, pictures, emoji, icons, formulas, expressions, buttons, annotations. */
import { type DocumentNode, textIn } from '../../dialect/render/node.ts'
import { type Child, element, type Html, join } from '../html/element.ts'
import { label, quoted } from '../html/labels.ts'
import { link, namedLink } from '../html/links.ts'
import { contentsByFragment, contentsOf } from './contents.ts'
import { inlineImage } from './images.ts'
import type { Line, Rendering } from './rendering.ts'
import { targetOf } from './targets.ts'

type RenderInline = (node: DocumentNode, rendering: Rendering, line: Line) => Html

const OBJECTS: Readonly<Record<string, RenderInline>> = {
  link: linkOf,
  annotation,
  mention,
  'inline-image': withContents(inlineImage),
  emoji: withContents(({ data }) => join(charactersOf(textIn(data, 'code') ?? ''))),
  icon: withContents(({ data }) => label(':', quoted(textIn(data, 'icon') ?? ''), ':')),
  expression: withContents(({ data }) =>
    element('code', { class: 'expression' }, textIn(data, 'expression') ?? ''),
  ),
  'inline-math': withContents(({ data }) =>
    element('code', { class: 'math' }, textIn(data, 'formula') ?? ''),
  ),
  button: withContents(button),
}

/** Null: nobody knows it. */
export function inlineObject(node: DocumentNode, rendering: Rendering, line: Line): Html | null {
  const render = Object.hasOwn(OBJECTS, node.type) ? OBJECTS[node.type] : undefined
  return render?.(node, rendering, line) ?? null
}

/** Of objects that hold nothing, as far as is known. */
function withContents(render: RenderInline): RenderInline {
  return (node, rendering, line) =>
    join(render(node, rendering, line), rendering.inlines(contentsOf(node), line))
}

function linkOf(node: DocumentNode, rendering: Rendering, line: Line): Html {
  const inside = rendering.inlines(contentsOf(node), { ...line, isInLink: true })
  return anchored(node, rendering, line, inside)
}

function anchored({ data }: DocumentNode, { context }: Rendering, { isInLink }: Line, inside: Child): Html {
  return isInLink ? element('span', {}, inside) : link(targetOf(data.ref, context), inside)
}

function mention(node: DocumentNode, rendering: Rendering, line: Line): Html {
  const target = targetOf(node.data.ref, rendering.context)
  const name = line.isInLink ? label(quoted(target.words)) : namedLink(target)
  return join(name, rendering.inlines(contentsOf(node), line))
}

function annotation(node: DocumentNode, rendering: Rendering, line: Line): Html {
  const [body, marked] = contentsByFragment(node, 'annotation-body')
  const number = rendering.note(body)
  return join(rendering.inlines(marked, line), element('sup', { class: 'label' }, `[${number}]`))
}

/** It does nothing here. */
function button(node: DocumentNode, rendering: Rendering, line: Line): Html {
  const text = element('span', { class: 'button' }, textIn(node.data, 'label') ?? '')
  if (node.data.ref !== undefined) return anchored(node, rendering, line, text)
  const query = textIn(node.data, 'query')
  return query === undefined ? text : join(text, label(' asks '), query)
}

/** `1f1e9-1f1ea` as the characters themselves. */
function charactersOf(code: string): string {
  const points = code.split('-').map(part => (/^[0-9a-f]{1,6}$/i.test(part) ? Number.parseInt(part, 16) : -1))
  const isText = points.every(point => point >= 0x20 && point <= 0x10ffff)
  return isText ? String.fromCodePoint(...points) : code
}
