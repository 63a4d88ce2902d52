/**
 * The entries of a bundle as pages the space shall have, flat and in order, with what identifies each of them.
 */
import type { BundleEntry } from '../../bundle/bundle.ts'
import { gitBlobId } from '../state/blobs.ts'

export interface Wanted {
  entry: BundleEntry
  kind: 'document' | 'group' | 'link' | 'computed'
  title: string
  slug: string
  path: string
  /** Of the Markdown file; null when there is none. */
  git: { oid: string; path: string } | null
  children: Wanted[]
}

/** The home page has no path of its own in a bundle; the platform calls it so. */
const HOME_SLUG = 'readme'

export function wantedPages(entries: readonly BundleEntry[], parentPath = ''): Wanted[] {
  return entries.map(entry => wantedPage(entry, parentPath))
}

export function* walkWanted(pages: readonly Wanted[]): Generator<Wanted> {
  for (const page of pages) {
    yield page
    yield* walkWanted(page.children)
  }
}

function wantedPage(entry: BundleEntry, parentPath: string): Wanted {
  switch (entry.type) {
    case 'group':
      return withChildren({ ...named(entry, 'group', entry.slug), path: entry.slug }, entry.entries)
    case 'page': {
      const git =
        entry.markdown === undefined
          ? null
          : { oid: gitBlobId(Buffer.from(entry.markdown)), path: entry.file }
      const slug = entry.slug || HOME_SLUG
      return withChildren({ ...named(entry, 'document', slug), path: entry.path || slug, git }, entry.entries)
    }
    case 'link':
      return { ...named(entry, 'link', ''), path: entry.url }
    case 'computed': {
      const title = entry.title ?? 'API reference'
      const slug = slugOf(title)
      const path = parentPath === '' ? slug : `${parentPath}/${slug}`
      return { ...named({ ...entry, title }, 'computed', slug), path }
    }
  }
}

function named(entry: BundleEntry & { title: string }, kind: Wanted['kind'], slug: string): Wanted {
  return { entry, kind, title: entry.title, slug, path: '', git: null, children: [] }
}

function withChildren(wanted: Wanted, entries: readonly BundleEntry[]): Wanted {
  return { ...wanted, children: wantedPages(entries, wanted.path) }
}

function slugOf(title: string): string {
  const slug = title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  return slug.replace(/^-|-$/g, '') || 'page'
}
