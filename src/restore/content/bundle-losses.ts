/**
 * What a bundle does not say of a page that it makes: its front matter is written only where the Markdown has none, and
 * its slug is that of its file.
 */

import { posix } from 'node:path'
import { parseFrontMatter } from '../../dialect/parse/front-matter.ts'
import { canonicalJson } from '../../model/digest.ts'
import { recordOf, textOf } from '../../model/fields.ts'
import { kindInSpace } from '../../resources/drafts.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import type { Way } from './capabilities.ts'

/** Property → the key of the front matter that says it. */
const KEYS: Readonly<Record<string, string>> = {
  description: 'description',
  emoji: 'emoji',
  icon: 'icon',
  hidden: 'hidden',
  noIndex: 'noIndex',
  noRobotsIndex: 'noRobotsIndex',
  cover: 'cover',
  layout: 'layout',
  variables: 'vars',
}

export interface BundleLoss {
  property: string
  why: string
}

/** `has`: whether the page says anything of that. */
export function bundleLosses(
  source: OrganizationState,
  way: Way,
  item: StateItem,
  has: (property: string) => boolean,
): BundleLoss[] {
  if (way === 'batch' || kindInSpace(item.kind) !== 'page') return []
  const slug =
    fileSlugOf(item) === null ? [] : [{ property: 'slug', why: 'a bundle names a page by its file' }]
  const markdown = source.part(item, 'markdown')
  if (markdown === null) return slug
  const { raw, data } = parseFrontMatter(markdown.toString())
  const said = Object.keys(KEYS).filter(has)
  // Written into each page once more afterwards, where the service imports into pages.
  if (raw === '') return [...slug, ...(said.length > 0 && way !== 'page-import' ? [ADDED] : [])]
  const unsaid = said.filter(property => !isSaid(item, property, data[KEYS[property] ?? '']))
  return [
    ...slug,
    ...unsaid.map(property => ({ property, why: 'its Markdown has front matter that says otherwise' })),
  ]
}

const ADDED: BundleLoss = {
  property: 'Markdown',
  why: 'front matter is added that says what is set of the page',
}

function isSaid({ json }: StateItem, property: string, written: unknown): boolean {
  if (written === undefined) return false
  const isPlain = typeof json[property] !== 'object'
  return !isPlain || canonicalJson(json[property]) === canonicalJson(written)
}

/** Null where the file is called like the page, or is the home page's. */
function fileSlugOf({ json }: StateItem): string | null {
  const [path, slug] = [textOf(recordOf(json.git)?.path), textOf(json.slug)]
  if (path === null || slug === null) return null
  const name = posix.basename(path).replace(/\.(md|markdown)$/i, '')
  return /^(readme|index)$/i.test(name) || name === slug ? null : name
}
