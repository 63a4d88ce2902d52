/**
 * Inline nodes other than text: links, mentions, images, emoji, icons, formulas, expressions, buttons, annotations.
 */
import { codeSpan, destination, escapeText } from './escape.ts'
import { comment, element, escapeHtml } from './html.ts'
import { inlineImage } from './images.ts'
import { type DocumentNode, fragmentOf, plainText, textIn } from './node.ts'
import type { Dialect, Rendering } from './rendering.ts'
import { targetOf } from './targets.ts'

/** Renders the content; `edge` is what will stand around it. */
type Inside = (edge?: string) => string

type RenderInline = (node: DocumentNode, rendering: Rendering, dialect: Dialect, inside: Inside) => string

/** Those around text. */
const WRAPPERS: Readonly<Record<string, RenderInline>> = {
  link(node, { links }, dialect, inside) {
    const target = targetOf(node.data.ref, links)
    if (dialect.html) return element('a', { href: target }, inside('>'))
    return `[${inside('[')}](${destination(target)})`
  },
  annotation(node, rendering, _dialect, inside) {
    const body = fragmentOf(node, 'annotation-body')
    return `${inside()}${rendering.footnote(body.length === 0 ? node.fragments : body)}`
  },
}

const OBJECTS: Readonly<Record<string, RenderInline>> = {
  'inline-image': (node, rendering, dialect) => inlineImage(node, rendering, dialect),
  mention(node, { links }, dialect) {
    const target = targetOf(node.data.ref, links)
    if (dialect.html) return element('a', { 'data-mention': '', href: target }, escapeHtml(target))
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
  expression(node, _rendering, dialect) {
    return element('code', { class: 'expression' }, plain(textIn(node.data, 'expression') ?? '', dialect))
  },
  'inline-math': (node, _rendering, dialect) => formula(textIn(node.data, 'formula') ?? '', dialect),
  button,
}

export function wrapped(
  node: DocumentNode,
  inside: Inside,
  rendering: Rendering,
  dialect: Dialect,
): string | undefined {
  const render = Object.hasOwn(WRAPPERS, node.type) ? WRAPPERS[node.type] : undefined
  return render?.(node, rendering, dialect, inside)
}

/** A node nobody knows is its text, and a comment behind it. */
export function inlineObject(
  node: DocumentNode,
  inside: Inside,
  rendering: Rendering,
  dialect: Dialect,
): string {
  const render = Object.hasOwn(OBJECTS, node.type) ? OBJECTS[node.type] : undefined
  if (render !== undefined) return render(node, rendering, dialect, inside) + inside()
  const texts = [inside(), ...node.leaves.map(leaf => plain(leaf.text, dialect))]
  const fragments = node.fragments.map(fragment => plain(plainText(fragment), dialect))
  return [...texts, ...fragments, comment(node.kind, node.type)].join('')
}

/** Also a formula alone in a cell. */
export function formula(text: string, dialect: Dialect): string {
  const line = text.replace(/\s*\n\s*/g, ' ').trim()
  if (dialect.html) return element('span', { class: 'math' }, escapeHtml(line))
  if (line === '') return ''
  return /\$\$|^\$|\$$/.test(line) ? codeSpan(line) : `$$${line}$$`
}

function button(node: DocumentNode, { links }: Rendering, dialect: Dialect): string {
  const { data } = node
  const label = plain(textIn(data, 'label') ?? '', dialect)
  const kind = data.kind === 'secondary' ? 'secondary' : 'primary'
  const attributes = { class: `button ${kind}`, 'data-icon': textIn(data, 'icon') }
  if (data.ref !== undefined) return element('a', { href: targetOf(data.ref, links), ...attributes }, label)
  const action = { 'data-action': textIn(data, 'action'), 'data-query': textIn(data, 'query') }
  return element('button', { type: 'button', ...attributes, ...action }, label)
}

function plain(text: string, { html, lineBreak }: Dialect): string {
  return (html ? escapeHtml(text) : escapeText(text)).replace(/\n/g, lineBreak)
}

/** `1f1e9-1f1ea` as the characters themselves. */
function characters(code: string): string {
  const points = code.split('-').map(part => (/^[0-9a-f]{1,6}$/i.test(part) ? Number.parseInt(part, 16) : -1))
  return points.every(point => point >= 0x20 && point <= 0x10ffff)
    ? escapeHtml(String.fromCodePoint(...points))
    : ''
}
