/**
 * One page from Markdown or HTML: its title, and a body that is not yet in any space.
 */
import { posix } from 'node:path'
import { findElement, type Markup, textOf } from '../../dialect/parse/element.ts'
import { parseFrontMatter } from '../../dialect/parse/front-matter.ts'
import { parseHtml, parseMarkup } from '../../dialect/parse/parse-markup.ts'
import { blocksOf } from '../content/blocks.ts'
import { makeConversion } from '../content/conversion.ts'
import { markdownOf } from '../content/markdown-of.ts'
import { type DocumentNode, documentOf, orEmptyParagraph } from '../content/nodes.ts'
import type { ContentRef } from '../content/targets.ts'
import { badRequest } from '../protocol/api-error.ts'
import type { Fetched } from './fetch-source.ts'

export interface ImportedPage {
  title: string
  markdown: string
  /** Of HTML, which Markdown says only in part. */
  document?: DocumentNode
}

export function pageFromMarkdown({ bytes, url }: Fetched): ImportedPage {
  const markdown = textFrom(bytes)
  const { body } = parseFrontMatter(markdown)
  return { title: firstHeading(parseMarkup(body)) ?? nameOf(url), markdown }
}

/** Links and images become absolute; scripts, styles and navigation are left out. */
export function pageFromHtml({ bytes, url }: Fetched): ImportedPage {
  const markup = parseHtml(textFrom(bytes).replace(/<!doctype[^>]*>/i, ''))
  const content = cleaned(contentOf(markup))
  const heading = firstHeading(content)
  const titleTag = findElement(markup, 'title')
  const title = heading ?? (titleTag === undefined ? '' : textOf(titleTag).replace(/\s+/g, ' ').trim())
  const shown = heading === undefined ? content : withoutFirst(content)
  const conversion = makeConversion(target => absolute(target, url), blocksOf)
  const document = documentOf(orEmptyParagraph(conversion.blocks(shown)))
  return { title: title || nameOf(url), markdown: markdownOf(document), document }
}

function contentOf(markup: readonly Markup[]): readonly Markup[] {
  for (const name of ['main', 'article', 'body']) {
    const found = findElement(markup, name)
    if (found !== undefined) return found.children
  }
  return markup
}

const LEFT_OUT = new Set(['head', 'script', 'style', 'nav', 'title'])

function cleaned(markup: readonly Markup[]): Markup[] {
  return markup.flatMap((node): Markup[] => {
    if (typeof node === 'string') return [node]
    return LEFT_OUT.has(node.name) ? [] : [{ ...node, children: cleaned(node.children) }]
  })
}

function firstHeading(markup: readonly Markup[]): string | undefined {
  const heading = findElement(markup, 'h1')
  const text = heading === undefined ? '' : textOf(heading).replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text
}

/** The first heading, which is the title of the page. */
function withoutFirst(markup: readonly Markup[]): Markup[] {
  const first = findElement(markup, 'h1')
  const without = (list: readonly Markup[]): Markup[] =>
    list.flatMap((node): Markup[] => {
      if (typeof node === 'string') return [node]
      return node === first ? [] : [{ ...node, children: without(node.children) }]
    })
  return without(markup)
}

function absolute(target: string, base: URL): ContentRef {
  if (target.startsWith('#') && target.length > 1) return { kind: 'anchor', anchor: target.slice(1) }
  return { kind: 'url', url: URL.parse(target, base.href)?.href ?? target }
}

function textFrom(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badRequest('what the url answered is not text in UTF-8')
  }
}

function nameOf(url: URL): string {
  const name = posix.basename(url.pathname).replace(/\.(?:md|markdown|html?)$/i, '')
  return name === '' ? url.hostname : name
}
