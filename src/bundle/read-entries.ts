/**
 * The outline of SUMMARY.md joined with the files it names. One entry for each item, always: an item whose file
 * is missing is an empty page, and a file named twice is two pages with one body.
 */

import { posix } from 'node:path'
import { claimPath, pathOfFile, pathOfTitle, slugOfPath } from '../dialect/links/slug.ts'
import { plural } from '../model/plural.ts'
import type { BundleEntry, BundlePage, BundleProblem } from './bundle.ts'
import type { BundleFolder, Found } from './folder.ts'
import { firstHeading, type PageText, readPageText } from './page-text.ts'
import type { References } from './references.ts'
import { indexOf, isAddress, resolveTarget } from './resolve.ts'
import type { OutlineEntry, OutlineItem } from './summary.ts'

export interface EntryReading {
  folder: BundleFolder
  readme: string
  references: References
  problems: BundleProblem[]
  /** By path; filled while reading. */
  texts: Map<string, PageText | null>
  /** Published paths in use. */
  paths: Set<string>
}

/** `parent` is the published path that titles without a file are put under. */
export function readEntries(reading: EntryReading, outline: OutlineEntry[], parent: string): BundleEntry[] {
  return outline.flatMap((entry): BundleEntry[] => {
    if (entry.type === 'group') {
      const { type, title, slug, items } = entry
      return [{ type, title, slug, entries: readEntries(reading, items, slug) }]
    }
    if (entry.type === 'computed') {
      const { items, ...computed } = entry
      return [computed, ...hoist(reading, items, computed.source.type, parent)]
    }
    const { target = '', title } = entry
    if (!isAddress(target) || target.startsWith('#') || target === '')
      return [readPage(reading, entry, parent)]
    return [{ type: 'link', title, url: target }, ...hoist(reading, entry.items, title, parent)]
  })
}

/** Only pages have pages below them. */
function hoist(reading: EntryReading, items: OutlineEntry[], above: string, parent: string): BundleEntry[] {
  if (items.length > 0) {
    const stand = plural(items.length, 'entry of SUMMARY.md stands', 'entries of SUMMARY.md stand')
    const message = `${stand} below "${above}", which is no page; ${items.length === 1 ? 'it follows' : 'they follow'} that instead`
    reading.problems.push({ kind: 'summary-line', page: 'SUMMARY.md', target: above, message })
  }
  return readEntries(reading, items, parent)
}

function readPage(reading: EntryReading, item: OutlineItem, parent: string): BundlePage {
  const { file, found, anchor } = locate(reading, item)
  const text = found === null ? null : textOf(reading, found)
  const title = item.title || titleOf(text) || posix.basename(file, '.md') || 'Untitled'
  const wanted = file === '' ? pathOfTitle(title, parent) : pathOfFile(file, reading.readme)
  const path = claimPath(wanted, reading.paths)
  return {
    type: 'page',
    title,
    file,
    ...(anchor === undefined ? {} : { anchor }),
    ...(item.label === undefined ? {} : { label: item.label }),
    path,
    slug: slugOfPath(path),
    ...(text === null ? {} : { markdown: text.markdown }),
    frontMatter: text?.frontMatter ?? {},
    variables: text?.variables ?? {},
    references: text === null ? [] : reading.references.resolve(file, text.links),
    entries: readEntries(reading, item.items, path),
  }
}

interface Located {
  file: string
  found: Found | null
  anchor?: string
}

/** What must not be read gets no file name either, so that nobody writes to it later. */
function locate(reading: EntryReading, item: OutlineItem): Located {
  const { folder, problems, references } = reading
  const target = item.target ?? ''
  if (target === '') return { file: '', found: null }
  if (target.startsWith('#')) return { file: '', found: null, anchor: target.slice(1) }
  const { found: first, anchor } = resolveTarget(folder, 'SUMMARY.md', target)
  const found = indexOf(folder, first)
  const at = anchor === undefined ? {} : { anchor }
  const report = (kind: BundleProblem['kind'], why: string): void => {
    problems.push({ kind, page: found.path, target, message: `SUMMARY.md names ${target}, ${why}` })
  }
  if (found.type === 'outside') report('outside-root', 'which is outside the root: an empty page')
  else if (found.type === 'refused')
    report('symlink', 'which leads out of the folder or is no file: an empty page')
  else if (found.type === 'file' && !/\.(md|markdown|mdx)$/i.test(found.path)) {
    report('not-markdown', 'which is not Markdown: an empty page, and the file is kept')
    references.resolve('SUMMARY.md', [{ at: 0, target }])
  } else {
    if (found.type !== 'file') report('missing-page', 'which does not exist: an empty page')
    return { file: found.path, found, ...at }
  }
  return { file: '', found: null, ...at }
}

function textOf(reading: EntryReading, found: Found): PageText | null {
  const before = reading.texts.get(found.path)
  if (before !== undefined) return before
  const text = readPageText(reading.folder, found, reading.problems)
  reading.texts.set(found.path, text)
  return text
}

function titleOf(text: PageText | null): string {
  if (text === null) return ''
  const { title } = text.frontMatter
  return typeof title === 'string' && title !== '' ? title : firstHeading(text.body)
}
