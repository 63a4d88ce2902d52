/**
 * The first heading of a page's Markdown, made to fit its document. A service leaves a first heading out of the document
 * while it says the page's title; where title or heading changed since, an import of the same bytes would bring a heading
 * into the document that it has not, or take out one that it has.
 */

import { escapeTitle } from '../bundle/render-summary.ts'
import { parseFrontMatter } from '../dialect/parse/front-matter.ts'
import { parseInlineText } from '../dialect/parse/inline-text.ts'
import type { Outline } from './outline.ts'

/** The very bytes where they give the document as they are. Only the lines of the first heading ever change. */
export function fitHeading(markdown: Buffer, outline: Outline | null, title: string): Buffer {
  const first = outline?.first ?? null
  if (first === null) return markdown
  const text = markdown.toString()
  const { raw, body } = parseFrontMatter(text)
  const heading = firstHeading(body)
  if (heading === null || !Buffer.from(text).equals(markdown)) return markdown
  const isTitle = plain(heading.text) === plain(title)
  const isKept = first.heading !== null && plain(first.heading) === plain(heading.text)
  if (isTitle !== isKept) return markdown
  const before = raw + body.slice(0, heading.start)
  const line = `# ${escapeTitle(title)}`
  const rest = isKept ? `\n\n${body.slice(heading.start)}` : body.slice(heading.end)
  return Buffer.from(before + line + rest)
}

/** What the Markdown of a page says beside its settings: without front matter, and a first heading that says the title. */
export function bodyWithoutTitle(markdown: Buffer, title: string): string {
  const { body } = parseFrontMatter(markdown.toString())
  const heading = firstHeading(body)
  const isTitle = heading !== null && plain(heading.text) === plain(title)
  return (isTitle ? body.slice(heading.end) : body).trim()
}

/** How the document begins of which this Markdown alone is kept: a heading that says the title is left out of it. */
export function firstInMarkdown(markdown: Buffer, title: string): Outline['first'] {
  const heading = firstHeading(parseFrontMatter(markdown.toString()).body)
  if (heading === null) return { heading: null }
  return { heading: plain(heading.text) === plain(title) ? null : heading.text }
}

interface Heading {
  text: string
  start: number
  end: number
}

const ATX = /^(\uFEFF?(?:[ \t]*\r?\n)*)( {0,3}#(?:[ \t]+([^\r\n]*?))?(?:[ \t]+#+)?[ \t]*)(?=\r?\n|$)/
const SETEXT =
  /^(\uFEFF?(?:[ \t]*\r?\n)*)( {0,3}([^\s#>*+`|<-][^\r\n]*?)[ \t]*\r?\n {0,3}=+[ \t]*)(?=\r?\n|$)/

/** Of the first level, before anything else. */
function firstHeading(body: string): Heading | null {
  const [, before, lines, text] = ATX.exec(body) ?? SETEXT.exec(body) ?? []
  if (before === undefined || lines === undefined) return null
  return { text: shownText(text ?? ''), start: before.length, end: before.length + lines.length }
}

/** A link in it is shown by its text, an anchor by nothing. */
function shownText(text: string): string {
  const bare = text.replace(/<\/?[a-z][^<>]*>/gi, '').replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
  return parseInlineText(bare).text
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()
}
