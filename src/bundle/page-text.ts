/**
 * The text of one Markdown file: decoded so that it encodes to the same bytes, its front matter, its links.
 * What is wrong with it is reported and read around.
 */

import { type FoundLink, findFrontMatterLinks, findLinks } from '../dialect/links/find-links.ts'
import { maskCode } from '../dialect/links/mask-code.ts'
import { parseFrontMatter } from '../dialect/parse/front-matter.ts'
import { parseInlineText } from '../dialect/parse/inline-text.ts'
import type { BundleProblem, BundleVariable } from './bundle.ts'
import type { BundleFolder, Found } from './folder.ts'
import { toVariables } from './variables.ts'

export interface PageText {
  markdown: string
  body: string
  frontMatter: Record<string, unknown>
  variables: Record<string, BundleVariable>
  links: FoundLink[]
}

/** The platform's own limit for a file. */
const MAX_SIZE_BYTES = 100 * 1024 * 1024

/** Null when there is no text to be had; the problem is then already reported, unless the file is just missing. */
export function readPageText(folder: BundleFolder, found: Found, problems: BundleProblem[]): PageText | null {
  const markdown = readText(folder, found, problems)
  if (markdown === null) return null
  const page = found.path
  const { data, body, problem } = parseFrontMatter(markdown)
  if (problem !== undefined) {
    problems.push({
      kind: 'front-matter',
      page,
      message: `the front matter of ${page} cannot be read: ${problem}`,
    })
  }
  const { variables, refused } = toVariables(data.vars)
  for (const name of refused) {
    const message = `the variable ${name} of ${page} is neither text, number nor boolean`
    problems.push({ kind: 'front-matter', page, target: name, message })
  }
  return {
    markdown,
    body,
    frontMatter: data,
    variables,
    links: [...findFrontMatterLinks(data), ...findLinks(body)],
  }
}

export function readText(folder: BundleFolder, found: Found, problems: BundleProblem[]): string | null {
  if (found.type !== 'file') return null
  const page = found.path
  if (found.sizeBytes > MAX_SIZE_BYTES) {
    problems.push({
      kind: 'too-large',
      page,
      message: `${page} has ${found.sizeBytes} bytes and was not read`,
    })
    return null
  }
  const bytes = folder.read(found.absolutePath)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    problems.push({ kind: 'not-utf8', page, message: `${page} is not UTF-8: some characters are lost` })
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  }
}

/** As plain text; '' when the page has no heading. */
export function firstHeading(body: string): string {
  const heading = /^ {0,3}#{1,6}[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*\r?$/m.exec(maskCode(body))
  if (heading === null) return ''
  const line = body.slice(heading.index, heading.index + heading[0].length)
  const text = line.replace(/^ {0,3}#{1,6}[ \t]+/, '').replace(/(?:[ \t]+#+)?[ \t\r]*$/, '')
  return parseInlineText(text.replace(/<a\s[^>]*>\s*<\/a>/g, '')).text
}
