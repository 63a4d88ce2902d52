/**
 * One line of Markdown as SUMMARY.md uses it: plain text, and the first link in it. CommonMark decides what is
 * emphasis, code, an escape or an entity; HTML stays text, since titles such as `List<String>` are not mark-up.
 */
import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it'
import { unescapeMarkdown } from './entities.ts'

export interface InlineText {
  text: string
  target?: string
  label?: string
}

const parser = makeParser()

/** With a link, `text` is the link's; else it is the whole line's. */
export function parseInlineText(line: string): InlineText {
  const tokens = inlineTokens(line)
  const start = tokens.findIndex(token => token.type === 'link_open')
  if (start === -1) return parseLooseLink(line) ?? { text: plainText(tokens) }
  const link = tokens[start]
  const end = tokens.findIndex((token, at) => at > start && token.type === 'link_close')
  const label = String(link?.attrGet('title') ?? '')
  return {
    text: plainText(tokens.slice(start + 1, end)),
    target: String(link?.attrGet('href') ?? ''),
    ...(label === '' ? {} : { label }),
  }
}

/** `[Title](a path with spaces.md)` is no link in CommonMark, but in a table of contents nothing else is meant. */
function parseLooseLink(line: string): InlineText | null {
  const match = /^\s*\[(.*)\]\((.*?)(?:\s+"((?:[^"\\]|\\.)*)")?\)\s*$/.exec(line)
  if (match === null) return null
  const label = unescapeMarkdown(match[3] ?? '')
  const target = unescapeMarkdown((match[2] ?? '').trim())
  return { text: plainText(inlineTokens(match[1] ?? '')), target, ...(label === '' ? {} : { label }) }
}

function inlineTokens(line: string): Token[] {
  return parser.parseInline(line, {}).flatMap(token => token.children ?? [])
}

function plainText(tokens: Token[]): string {
  return tokens.map(textOf).join('').trim()
}

function textOf(token: Token): string {
  if (token.type === 'softbreak' || token.type === 'hardbreak') return ' '
  return token.type === 'image' ? plainText(token.children ?? []) : token.content
}

function makeParser(): MarkdownIt {
  const markdown = createMarkdown({ html: false, linkify: false, typographer: false })
  markdown.normalizeLink = url => url
  markdown.normalizeLinkText = text => text
  markdown.validateLink = () => true
  return markdown
}
