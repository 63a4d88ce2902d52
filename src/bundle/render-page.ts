/**
 * The bytes of one Markdown file. Bytes that say what there is to say are never altered: front matter is written
 * only where the Markdown has none and the page has something to say in it.
 */
import { posix } from 'node:path'
import { stringify } from 'yaml'
import { parseFrontMatter } from '../dialect/parse/front-matter.ts'
import { isFields } from '../model/fields.ts'
import { escapeTitle } from './render-summary.ts'
import type { SourceImage, SourceInclude, SourcePage } from './source.ts'

export interface PageRendering {
  /** Null: an empty page that needs no file, since SUMMARY.md says all of it. */
  bytes: Buffer | null
  /** Said by the platform, but not by the front matter that the page already has. */
  unsaid: string[]
}

/** `filePath` gives the path of a file of the space by its id. */
export function renderPage(
  page: SourcePage,
  markdown: Buffer | null,
  path: string,
  filePath: (id: string) => string | undefined,
): PageRendering {
  const data = frontMatterOf(page, path, filePath)
  const quiet = Object.keys(data).length === 0
  if (markdown !== null) return withFrontMatter(markdown, data)
  if (quiet && page.path === path) return { bytes: null, unsaid: [] }
  const body = `# ${escapeTitle(page.title || 'Untitled')}\n`
  return { bytes: Buffer.from(quiet ? body : `${render(data)}\n${body}`), unsaid: [] }
}

/** The title of an include that had no file stands nowhere else. */
export function renderInclude(include: SourceInclude, markdown: Buffer | null, path: string): Buffer {
  if (include.path === path) return markdown ?? Buffer.alloc(0)
  return withFrontMatter(markdown ?? Buffer.alloc(0), { title: include.title }).bytes ?? Buffer.alloc(0)
}

function withFrontMatter(markdown: Buffer, data: Record<string, unknown>): PageRendering {
  const existing = parseFrontMatter(markdown.toString('utf8'))
  if (existing.raw !== '') {
    return { bytes: markdown, unsaid: Object.keys(data).filter(key => !(key in existing.data)) }
  }
  if (Object.keys(data).length === 0) return { bytes: markdown, unsaid: [] }
  const mark = Buffer.from('\uFEFF')
  const marked = markdown.subarray(0, mark.length).equals(mark)
  const rest = marked ? markdown.subarray(mark.length) : markdown
  const front = Buffer.from(
    render(data) + (rest.length > 0 && rest[0] !== 0x0a && rest[0] !== 0x0d ? '\n' : ''),
  )
  return { bytes: Buffer.concat(marked ? [mark, front, rest] : [front, rest]), unsaid: [] }
}

function render(data: Record<string, unknown>): string {
  return `---\n${stringify(data, { lineWidth: 80, aliasDuplicateObjects: false })}---\n`
}

function frontMatterOf(
  page: SourcePage,
  path: string,
  filePath: (id: string) => string | undefined,
): Record<string, unknown> {
  const image = (source: SourceImage | undefined): string | undefined => {
    if (source === undefined || 'url' in source) return source?.url
    const target = filePath(source.file)
    return target === undefined ? undefined : posix.relative(posix.dirname(path), target)
  }
  const data = {
    description: page.description || undefined,
    icon: page.icon || undefined,
    emoji: page.emoji || undefined,
    hidden: page.hidden || undefined,
    noIndex: page.noIndex || undefined,
    noRobotsIndex: page.noRobotsIndex || undefined,
    cover: image(page.cover?.image),
    coverDark: image(page.cover?.dark),
    coverY: page.cover?.y,
    layout: layoutOf(page.layout ?? {}),
    vars: Object.keys(page.variables ?? {}).length > 0 ? page.variables : undefined,
  }
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}

/** `{title: true, coverSize: 'hero'}` of the platform is `{title: {visible: true}, cover: {size: hero}}` here. */
function layoutOf(layout: Record<string, unknown>): Record<string, unknown> | undefined {
  // Every page has a layout; the one that shows everything at the usual width needs no words.
  const plain = Object.entries(layout).every(
    ([key, value]) => value === true || value === 'default' || key === 'coverSize' || key === 'coverMask',
  )
  if (plain) return undefined
  const { coverSize, coverMask, ...parts } = layout
  const entries = Object.entries(parts).map(([key, value]) => [
    key,
    typeof value === 'boolean' ? { visible: value } : value,
  ])
  const written: Record<string, unknown> = Object.fromEntries(entries)
  const cover = { size: coverSize, mask: coverMask }
  const named = Object.fromEntries(Object.entries(cover).filter(([, value]) => value !== undefined))
  if (Object.keys(named).length > 0) {
    written.cover = { ...(isFields(written.cover) ? written.cover : {}), ...named }
  }
  return written
}
