/**
 * Inline nodes other than text: links, mentions, images, emoji, icons, formulas, expressions, buttons, annotations.
 */
import { codeSpan, destination, escapeText } from './escape.ts'
import { comment, element, escapeHtml } from './html.ts'
import { inlineImage } from './images.ts'
import { type DocumentNode, fragmentOf, plainText, textIn } from './node.ts'
import type { InlineMode, Rendering } from './rendering.ts'
import { targetOf } from './targets.ts'

/** Renders the content; `edge` is what will stand around it. */
type Inside = (edge?: string) => string

type RenderInline = (node: DocumentNode, rendering: Rendering, mode: InlineMode, inside: Inside) => string

/** Those around text. */
const WRAPPERS: Readonly<Record<string, RenderInline>> = {
  link(node, { links }, mode, inside) {
    const target = targetOf(node.data.ref, links)
    if (mode.html) return element('a', { href: target }, inside('>'))
    return `[${inside('[')}](${destination(target)})`
  },
  annotation(node, rendering, _mode, inside) {
    const body = fragmentOf(node, 'annotation-body')
    return `${inside()}${rendering.footnote(body.length === 0 ? node.fragments : body)}`
  },
}

const OBJECTS: Readonly<Record<string, RenderInline>> = {
  'inline-image': (node, rendering, mode) => inlineImage(node, rendering, mode),
  mention(node, { links }, mode) {
    const target = targetOf(node.data.ref, links)
    if (mode.html) return element('a', { 'data-mention': '', href: target }, escapeHtml(target))
    return `[${escapeText(target)}](${destination(target)} "mention")`
  },
  emoji(node) {
    const code = textIn(node.data, 'code') ?? ''
    const attributes = { 'data-gb-custom-inline': true, 'data-tag': 'emoji', 'data-code': code } as const
    return element('span', attributes, characters(code))
  },
  icon(node) {
    const name = textIn(node.data, 'icon') ?? ''
    return element('i', { class: `fa-${name}` }, `:${escapeHtml(name)}:`)
  },
  expression(node, _rendering, mode) {
    return element('code', { class: 'expression' }, plain(textIn(node.data, 'expression') ?? '', mode))
  },
  'inline-math': (node, _rendering, mode) => formula(textIn(node.data, 'formula') ?? '', mode),
  button,
}

export function wrapped(
  node: DocumentNode,
  inside: Inside,
  rendering: Rendering,
  mode: InlineMode,
): string | undefined {
  const render = Object.hasOwn(WRAPPERS, node.type) ? WRAPPERS[node.type] : undefined
  return render?.(node, rendering, mode, inside)
}

/** A node nobody knows is its text, and a comment behind it. */
export function inlineObject(
  node: DocumentNode,
  inside: Inside,
  rendering: Rendering,
  mode: InlineMode,
): string {
  const render = Object.hasOwn(OBJECTS, node.type) ? OBJECTS[node.type] : undefined
  if (render !== undefined) return render(node, rendering, mode, inside) + inside()
  const texts = [inside(), ...node.leaves.map(leaf => plain(leaf.text, mode))]
  const fragments = node.fragments.map(fragment => plain(plainText(fragment), mode))
  return [...texts, ...fragments, comment(node.kind, node.type)].join('')
}

/** Also a formula alone in a cell. */
export function formula(text: string, mode: InlineMode): string {
  const line = text.replace(/\s*\n\s*/g, ' ').trim()
  if (mode.html) return element('span', { class: 'math' }, escapeHtml(line))
  if (line === '') return ''
  return /\$\$|^\$|\$$/.test(line) ? codeSpan(line) : `$$${line}$$`
}

function button(node: DocumentNode, { links }: Rendering, mode: InlineMode): string {
  const { data } = node
  const label = plain(textIn(data, 'label') ?? '', mode)
  const kind = data.kind === 'secondary' ? 'secondary' : 'primary'
  const attributes = { class: `button ${kind}`, 'data-icon': textIn(data, 'icon') }
  if (data.ref !== undefined) return element('a', { href: targetOf(data.ref, links), ...attributes }, label)
  const action = { 'data-action': textIn(data, 'action'), 'data-query': textIn(data, 'query') }
  return element('button', { type: 'button', ...attributes, ...action }, label)
}

function plain(text: string, { html, lineBreak }: InlineMode): string {
  return (html ? escapeHtml(text) : escapeText(text)).replace(/\n/g, lineBreak)
}

/** `1f1e9-1f1ea` as the characters themselves. */
function characters(code: string): string {
  const points = code.split('-').map(part => (/^[0-9a-f]{1,6}$/i.test(part) ? Number.parseInt(part, 16) : -1))
  return points.every(point => point >= 0x20 && point <= 0x10ffff)
    ? escapeHtml(String.fromCodePoint(...points))
    : ''
}
