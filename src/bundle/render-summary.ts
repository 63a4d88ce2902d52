/**
 * SUMMARY.md in the form the platform writes now. What our own reader makes of it is the structure it came from.
 */
import { stringify } from 'yaml'
import { slugify } from '../dialect/links/slug.ts'
import type { SourceComputed, SourceEntry, SourceGroup, SourceLink, SourcePage } from './source.ts'

/** `pathOf` gives where a page was written. Links without an address are left out: `isWritable` tells which. */
export function renderSummary(entries: SourceEntry[], pathOf: (page: SourcePage) => string): string {
  const blocks: string[] = ['# Table of contents']
  let items: string[] = []
  let inGroup = false
  const flush = (): void => {
    if (items.length > 0) blocks.push(items.join('\n'))
    items = []
  }
  for (const entry of entries) {
    if (entry.type === 'group') {
      flush()
      blocks.push(renderHeading(entry))
      items = renderItems(entry.entries, 0, pathOf)
      inGroup = true
      continue
    }
    if (inGroup) {
      flush()
      // A divider ends the group: what follows stands at the root again.
      blocks.push('***')
      inGroup = false
    }
    items.push(...renderItems([entry], 0, pathOf))
  }
  flush()
  return `${blocks.join('\n\n')}\n`
}

export function isWritable(link: Pick<SourceLink, 'url'>): boolean {
  return link.url !== null && /^[a-z][a-z0-9+.-]+:/i.test(link.url)
}

// Mark-up, entities, template tags, formulas, and what would close a heading. No more: people compare versions.
const MARKUP = /[\\`*_[\]<~]|&(?=#?\w+;)|\{(?=[%{])|\$(?=\$)|(?<![^\s])#(?=#*$)/g

/** On one line and with every character escaped that Markdown would take for mark-up. */
export function escapeTitle(title: string): string {
  return cleanTitle(title).replace(MARKUP, '\\$&')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they end or break the line
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

export function cleanTitle(title: string): string {
  return title.toWellFormed().replace(CONTROLS, ' ').trim()
}

function renderHeading(group: SourceGroup): string {
  const slug = cleanTitle(group.slug)
  const heading = `## ${escapeTitle(group.title)}`.trimEnd()
  if (slug === '' || slug === slugify(cleanTitle(group.title))) return heading
  const id = slug.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return `${heading} <a href="#${id}" id="${id}"></a>`
}

function renderItems(entries: SourceEntry[], depth: number, pathOf: (page: SourcePage) => string): string[] {
  const indent = '  '.repeat(depth)
  return entries.flatMap(entry => {
    if (entry.type === 'group') return []
    if (entry.type === 'computed') return renderComputed(entry).map(line => indent + line)
    if (entry.type === 'link') return isWritable(entry) ? [`${indent}* ${renderLink(entry)}`] : []
    const label = entry.label === undefined ? '' : cleanTitle(entry.label)
    const quoted = label === '' ? '' : ` "${label.replace(/[\\"&]/g, '\\$&')}"`
    const title = escapeTitle(entry.title) || 'Untitled'
    const line = `${indent}* [${title}](${escapePath(pathOf(entry))}${quoted})`
    return [line, ...renderItems(entry.entries, depth + 1, pathOf)]
  })
}

function renderLink(link: SourceLink): string {
  const url = cleanTitle(link.url ?? '').replace(/[\\<>&]/g, '\\$&')
  return `[${escapeTitle(link.title)}](${/[\s()<>]/.test(url) ? `<${url}>` : url})`
}

function renderComputed(entry: SourceComputed): string[] {
  const { type, props, dependencies } = entry.source
  const title = entry.title === undefined ? {} : { title: entry.title }
  const yaml = stringify(
    {
      type,
      ...title,
      ...(props === undefined ? {} : { props }),
      ...(dependencies === undefined ? {} : { dependencies }),
    },
    // A text over several lines could bring one that looks like the end of the fence: JSON's quotes keep it on one.
    {
      lineWidth: 0,
      aliasDuplicateObjects: false,
      blockQuote: false,
      singleQuote: false,
      doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    },
  )
  return [
    '* ```yaml',
    ...yaml
      .trimEnd()
      .split('\n')
      .map(line => `  ${line}`),
    '  ```',
  ]
}

/** A path as a link's destination: what would end it or mean something else in a URL is percent-encoded. */
function escapePath(path: string): string {
  const encoded = path.replace(
    /[%#?<>\\{]|&(?=#?\w+;)/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const plain = /^[a-z][a-z0-9+.-]+:/i.test(encoded) ? `./${encoded}` : encoded
  return /[\s()]/.test(plain) ? `<${plain}>` : plain
}
