/**
 * Finds a bundle's table of contents: SUMMARY.md, else the LANGS.md of a legacy book with one SUMMARY.md for each
 * language, else a lone README.md. Refuses a folder that has none of them.
 */
import { posix } from 'node:path'
import { slugify } from '../dialect/links/slug.ts'
import type { BundleProblem } from './bundle.ts'
import { InvalidBundle } from './errors.ts'
import type { BundleFolder } from './folder.ts'
import { readText } from './page-text.ts'
import { isAddress } from './resolve.ts'
import type { BundleSettings } from './settings.ts'
import { type OutlineEntry, parseSummary } from './summary.ts'

export interface OutlineReading {
  /** As the caller named it, for messages. */
  folder: string
  settings: BundleSettings
  files: BundleFolder
  problems: BundleProblem[]
}

export function readOutline(reading: OutlineReading): OutlineEntry[] {
  const { summary } = reading.settings
  return readList(reading, summary) ?? readLanguages(reading) ?? readLonePage(reading)
}

function readList(reading: OutlineReading, path: string): OutlineEntry[] | null {
  const text = readText(reading.files, reading.files.lookup(path), reading.problems)
  if (text === null) return null
  const outline = parseSummary(text)
  for (const { line, text: target, message } of outline.remarks) {
    const where = `line ${line} of ${path} ${message}`
    reading.problems.push({ kind: 'summary-line', page: path, target, message: where })
  }
  return outline.entries
}

/** Each language is a book of its own in a folder; here it becomes a group. */
function readLanguages(reading: OutlineReading): OutlineEntry[] | null {
  const languages = readList(reading, 'LANGS.md')
  if (languages === null || languages.length === 0) return null
  const message = `there is no ${reading.settings.summary}: each language of LANGS.md is read as a group`
  reading.problems.push({ kind: 'no-summary', page: 'LANGS.md', message })
  return languages.flatMap(language => {
    if (language.type !== 'item' || language.target === undefined) return []
    const folder = posix.normalize(language.target.replace(/\/*$/, ''))
    const entries = readList(reading, posix.join(folder, 'SUMMARY.md')) ?? []
    const { title } = language
    return { type: 'group' as const, title, slug: slugify(folder), items: moveInto(folder, entries) }
  })
}

function moveInto(folder: string, entries: OutlineEntry[]): OutlineEntry[] {
  return entries.flatMap((entry): OutlineEntry[] => {
    const items = moveInto(folder, entry.items)
    // Groups stand only at the root, which the language now takes.
    if (entry.type === 'group') return items
    if (entry.type === 'computed' || entry.target === undefined) return [{ ...entry, items }]
    if (isAddress(entry.target)) return [{ ...entry, items }]
    return [{ ...entry, items, target: `${folder}/${entry.target.replace(/^\/+/, '')}` }]
  })
}

function readLonePage({ folder, settings, files, problems }: OutlineReading): OutlineEntry[] {
  const { root, readme, summary } = settings
  const home = posix.join(folder, root)
  const markdown = listMarkdown(files, '')
  if (markdown.length !== 1 || markdown[0] !== readme) {
    throw new InvalidBundle(`${home} has no ${summary}`, {
      hint: 'a bundle needs a SUMMARY.md that lists its pages, and a README.md for the home page',
    })
  }
  const message = `there is no ${summary}: ${readme} is the only page`
  problems.push({ kind: 'no-summary', page: readme, message })
  return [{ type: 'item', title: '', target: `/${encodeURIComponent(readme)}`, items: [] }]
}

function listMarkdown(files: BundleFolder, folder: string): string[] {
  return files.list(folder).flatMap(({ name, isFolder }) => {
    const path = posix.join(folder, name)
    if (!isFolder) return /\.(md|markdown|mdx)$/i.test(name) ? [path] : []
    return ['.git', '.gitbook', 'node_modules'].includes(name) ? [] : listMarkdown(files, path)
  })
}
