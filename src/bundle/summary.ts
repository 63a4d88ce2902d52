/**
 * SUMMARY.md as an outline. Takes every line for what CommonMark makes of it, in nesting as well; what is no
 * entry is told in `remarks`, never dropped in silence. Knows no files.
 */

import { slugify } from '../dialect/links/slug.ts'
import { unescapeEntities } from '../dialect/parse/entities.ts'
import { parseFrontMatter } from '../dialect/parse/front-matter.ts'
import { parseInlineText } from '../dialect/parse/inline-text.ts'
import { parseYamlMap } from '../dialect/parse/yaml-map.ts'
import { type SummaryLine, summaryLines } from './summary-lines.ts'

export interface OutlineItem {
  type: 'item'
  title: string
  /** As written: an address, or a path that is still percent-encoded. */
  target?: string
  label?: string
  items: OutlineEntry[]
}
interface OutlineComputed {
  type: 'computed'
  title?: string
  source: { type: string; props?: unknown; dependencies?: unknown }
  items: OutlineEntry[]
}
interface OutlineGroup {
  type: 'group'
  title: string
  slug: string
  items: OutlineEntry[]
}
export type OutlineEntry = OutlineGroup | OutlineItem | OutlineComputed
export interface Outline {
  /** Groups stand only here at the root. */
  entries: OutlineEntry[]
  remarks: { line: number; text: string; message: string }[]
}

/** Deeper than any table of contents; what is deeper still becomes a sibling. */
const MAX_DEPTH = 100

interface Open {
  /** A line that begins here or to the right of it belongs to the item. */
  column: number
  items: OutlineEntry[]
}

export function parseSummary(markdown: string): Outline {
  const outline: Outline = { entries: [], remarks: [] }
  let list: OutlineEntry[] = outline.entries
  let open: Open[] = []
  for (const line of summaryLines(parseFrontMatter(markdown).body)) {
    if (line.type !== 'item') open = []
    if (line.type === 'item') addItem(line, list, open, outline)
    else if (line.type === 'divider') list = outline.entries
    else if (line.type === 'heading') list = addHeading(line, outline)
    else remark(outline, line, 'is neither a heading nor an item of a list')
  }
  return outline
}

/** The first heading names the table of contents; every other one is a group. */
function addHeading(line: SummaryLine, outline: Outline): OutlineEntry[] {
  if (line.level === 1 && outline.entries.length === 0) return outline.entries
  const group = parseGroup(line.text)
  outline.entries.push(group)
  return group.items
}

const GROUP_ANCHOR = /<a\s[^>]*?\b(?:id|name|href)="#?([^"]*)"[^>]*>\s*<\/a>\s*$/

function parseGroup(text: string): OutlineGroup {
  const anchor = GROUP_ANCHOR.exec(text)
  const title = parseInlineText(anchor === null ? text : text.slice(0, anchor.index)).text
  const id = unescapeEntities(/\bid="([^"]*)"/.exec(anchor?.[0] ?? '')?.[1] ?? anchor?.[1] ?? '')
  return { type: 'group', title, slug: id === '' ? slugify(title) : id, items: [] }
}

function addItem(line: SummaryLine, list: OutlineEntry[], open: Open[], outline: Outline): void {
  while (open.length > 0 && (line.column < (open.at(-1)?.column ?? 0) || open.length >= MAX_DEPTH)) open.pop()
  const entry = line.fence === undefined ? parseItem(line.text) : parseComputed(line, outline)
  const parent = open.at(-1)?.items ?? list
  parent.push(entry)
  open.push({ column: line.contentColumn, items: entry.items })
}

function parseItem(text: string): OutlineItem {
  const { text: title, target, label } = parseInlineText(text)
  return {
    type: 'item',
    title,
    ...(target === undefined ? {} : { target }),
    ...(label === undefined ? {} : { label }),
    items: [],
  }
}

function parseComputed(line: SummaryLine, outline: Outline): OutlineComputed {
  const { data, error } = parseYamlMap(line.fence ?? '')
  if (error !== undefined) remark(outline, line, `is a computed entry that cannot be read: ${error}`)
  const { type, title, props, dependencies } = data
  const source = {
    type: typeof type === 'string' ? type : 'unknown',
    ...(props === undefined ? {} : { props }),
    ...(dependencies === undefined ? {} : { dependencies }),
  }
  return { type: 'computed', ...(typeof title === 'string' ? { title } : {}), source, items: [] }
}

function remark(outline: Outline, line: SummaryLine, message: string): void {
  outline.remarks.push({ line: line.number, text: line.text.slice(0, 200), message })
}
