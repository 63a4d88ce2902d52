/**
 * What a page names: every target in its Markdown links and images, HTML attributes, template tags and front
 * matter, in the order they stand. Finds, does not judge: targets come as written, addresses on the web included.
 */
import { unescapeEntities, unescapeMarkdown } from '../parse/entities.ts'
import { isEscaped, maskCode } from './mask-code.ts'

export interface FoundLink {
  at: number
  target: string
  /** Not a link to a strict parser (white space in it): only worth something if it names what exists. */
  loose?: true
  /** One `srcset` may hold a path with commas, or several paths: the next candidates if `target` names nothing. */
  parts?: string[]
}

export function findLinks(body: string): FoundLink[] {
  const text = maskCode(body)
  const links = [...inlineLinks(text), ...definitions(text), ...htmlAttributes(text), ...templateTags(text)]
  return links.filter(link => link.target !== '').sort((a, b) => a.at - b.at)
}

/** Values of the front matter that can name a file. An icon is mostly the name of a glyph, so it is loose. */
export function findFrontMatterLinks(data: Record<string, unknown>): FoundLink[] {
  const names = ['cover', 'coverDark', 'icon']
  return names.flatMap(name => {
    const target = data[name]
    if (typeof target !== 'string' || target === '') return []
    return [{ at: 0, target, ...(name === 'icon' ? { loose: true as const } : {}) }]
  })
}

function* inlineLinks(text: string): Generator<FoundLink> {
  for (let at = text.indexOf(']('); at !== -1; at = text.indexOf('](', at + 2)) {
    if (isEscaped(text, at) || !opensBefore(text, at)) continue
    const found = readDestination(text, at + 2)
    if (found !== null) yield { at, ...found }
  }
}

/** Nobody writes a longer text or target; without a limit a hostile page takes quadratic time. */
const MAX_LENGTH = 4096

/** A link's text stands in the same paragraph. */
function opensBefore(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MAX_LENGTH), at)
  const open = before.lastIndexOf('[')
  return open !== -1 && !/\n[ \t]*\r?\n/.test(before.slice(open))
}

const ANGLE =
  /[ \t]*\n?[ \t]*<((?:[^<>\n\\]|\\.){0,4096})>(?:\s+(?:"[^"]{0,999}"|'[^']{0,999}'|\([^()]{0,999}\)))?\s*\)/y
const SPACED = /[ \t]*([^\n]{0,1024}?)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)/y

function readDestination(text: string, from: number): Omit<FoundLink, 'at'> | null {
  ANGLE.lastIndex = from
  const angle = ANGLE.exec(text)
  if (angle !== null) return { target: unescapeMarkdown(angle[1] ?? '') }
  const strict = balanced(text, from)
  if (strict !== null) return { target: unescapeMarkdown(strict) }
  SPACED.lastIndex = from
  const spaced = SPACED.exec(text)
  return spaced === null ? null : { target: unescapeMarkdown(spaced[1] ?? ''), loose: true }
}

const AFTER =
  /\s{0,99}(?:\s(?:"(?:[^"\\]|\\.){0,999}"|'(?:[^'\\]|\\.){0,999}'|\((?:[^()\\]|\\.){0,999}\))\s{0,99})?\)/y

/** CommonMark's own limit for parentheses in a destination. */
const MAX_NESTING = 32

/** A destination without white space, in which parentheses are balanced or escaped. */
function balanced(text: string, from: number): string | null {
  let at = from
  while (/\s/.test(text[at] ?? '')) at++
  const start = at
  const end = Math.min(text.length, start + MAX_LENGTH)
  for (let depth = 0; at < end; at++) {
    const char = text[at] ?? ''
    if (/\s/.test(char)) break
    if (char === '\\') at++
    else if (char === '(' && ++depth > MAX_NESTING) return ''
    else if (char === ')' && depth-- === 0) break
  }
  AFTER.lastIndex = at
  return AFTER.test(text) ? text.slice(start, at) : null
}

function* definitions(text: string): Generator<FoundLink> {
  const line =
    /^ {0,3}\[(?!\^)(?:[^\]\\\n]|\\.)+\]:[ \t]*(?:<([^<>\n]*)>|([^\s<]\S*))(?:[ \t]+["'(].*)?[ \t]*\r?$/gm
  for (const match of text.matchAll(line)) {
    yield { at: match.index, target: unescapeMarkdown(match[1] ?? match[2] ?? '') }
  }
}

function* htmlAttributes(text: string): Generator<FoundLink> {
  const attribute = /\s+([^\s"'<>=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>`=]+)))?|\s*\/(?!>)/y
  for (const tag of text.matchAll(/<[a-z][\w-]*/gi)) {
    attribute.lastIndex = tag.index + tag[0].length
    for (let match = attribute.exec(text); match !== null; match = attribute.exec(text)) {
      const value = unescapeEntities(match[2] ?? match[3] ?? match[4] ?? '').trim()
      const name = match[1]?.toLowerCase()
      if (name === 'srcset') yield { at: match.index, target: value, parts: splitSrcset(value) }
      else if (name === 'src' || name === 'href' || name === 'poster')
        yield { at: match.index, target: value }
    }
  }
}

function splitSrcset(value: string): string[] {
  return value.split(/,\s+/).map(part => part.trim().replace(/\s+[\d.]+[wxh]$/, ''))
}

function* templateTags(text: string): Generator<FoundLink> {
  for (let start = text.indexOf('{%'); start !== -1; ) {
    const end = text.indexOf('%}', start + 2)
    if (end === -1) return
    const tag = text.slice(start + 2, end)
    const included = /^\s*include\s+(?:"([^"]*)"|'([^']*)')/.exec(tag)
    if (included !== null) yield { at: start, target: included[1] ?? included[2] ?? '' }
    for (const match of tag.matchAll(/\s(?:src|url|page)=(?:"([^"]*)"|'([^']*)')/g)) {
      yield { at: start + 2 + match.index, target: unescapeEntities(match[1] ?? match[2] ?? '').trim() }
    }
    start = text.indexOf('{%', end + 2)
  }
}
