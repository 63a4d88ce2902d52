/**
 * Markdown text → tree. Total: any text gives a tree, and all of its text is in it.
 */
import type { Token } from 'markdown-it'
import type { Element, Markup } from './element.ts'
import { splitHtml } from './html-tags.ts'
import { makeMarkdownParser } from './markdown-parser.ts'
import { separateTags } from './tag-lines.ts'
import { contentOf, parseTag, type Tag } from './tags.ts'
import { makeTreeBuilder, type TreeBuilder } from './tree-builder.ts'

const parser = makeMarkdownParser()

export function parseMarkup(markdown: string): Markup[] {
  const tokens = parser.parse(separateTags(markdown.replace(/\r\n?/g, '\n')), {})
  const builder = makeTreeBuilder()
  tokens.forEach((token, index) => {
    if (token.type === 'tag') addTag(builder, tokens, index)
    else addToken(builder, token)
  })
  return builder.root.children
}

/** A whole page of HTML, in which no Markdown is looked for. */
export function parseHtml(html: string): Markup[] {
  const builder = makeTreeBuilder()
  addHtml(builder, html)
  return builder.root.children
}

function addToken(builder: TreeBuilder, token: Token): void {
  switch (token.type) {
    case 'inline':
      for (const inner of token.children ?? []) addToken(builder, inner)
      break
    case 'text':
    case 'text_special':
      builder.text(token.content)
      break
    case 'softbreak':
      builder.text(' ')
      break
    case 'html_block':
    case 'html_inline':
      addHtml(builder, token.content)
      break
    case 'image':
      builder.add(imageOf(token))
      break
    default:
      addElement(builder, token)
  }
}

function addElement(builder: TreeBuilder, token: Token): void {
  if (token.nesting === 1) builder.open(token.tag, attributesOf(token), true)
  else if (token.nesting === -1) builder.close(token.tag, true)
  else builder.add(leafOf(token))
}

function leafOf(token: Token): Element {
  const isCode = token.type === 'fence' || token.type === 'code_block'
  const name = isCode ? 'pre' : token.type === 'math' ? 'math' : token.tag
  const info = token.type === 'fence' ? { info: token.info.trim() } : {}
  return { name, attributes: info, children: token.content === '' ? [] : [token.content] }
}

function imageOf(token: Token): Element {
  return { name: 'img', attributes: { ...attributesOf(token), alt: token.content }, children: [] }
}

function attributesOf(token: Token): Record<string, string> {
  return Object.fromEntries((token.attrs ?? []).map(([name, value]) => [name, String(value)] as const))
}

function addHtml(builder: TreeBuilder, html: string): void {
  for (const piece of splitHtml(html)) {
    if (piece.kind === 'text') builder.text(piece.text)
    else if (piece.kind === 'close') builder.close(piece.name)
    else if (piece.empty) builder.add({ name: piece.name, attributes: piece.attributes, children: [] })
    else builder.open(piece.name, piece.attributes)
  }
}

function addTag(builder: TreeBuilder, tokens: readonly Token[], index: number): void {
  const source = tokens[index]?.content ?? ''
  const tag = parseTag(source)
  const content = tag === null ? 'unknown' : contentOf(tag)
  if (tag === null || content === 'unknown') {
    builder.add({ name: 'p', attributes: {}, children: [source] })
    return
  }
  const name = `gb:${tag.name}`
  const attributes = tag.name === 'if' ? { expression: tag.rest } : tag.attributes
  const hasContent = content === 'paired' || (content === 'optional' && isClosedLater(tokens, index, tag))
  if (tag.closing) builder.close(name)
  else if (hasContent) builder.open(name, attributes)
  else builder.add({ name, attributes: content === 'void' ? { target: tag.rest } : attributes, children: [] })
}

/** Whether the closing tag comes before the next opening one. */
function isClosedLater(tokens: readonly Token[], index: number, tag: Tag): boolean {
  for (let next = index + 1; next < tokens.length; next++) {
    const token = tokens[next]
    if (token?.type !== 'tag') continue
    const other = parseTag(token.content)
    if (other?.name === tag.name) return other.closing
  }
  return false
}
