/**
 * Spaces to write: a short way to say one, and the way back from a bundle that was read.
 */
import { createReadStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Bundle, BundleEntry } from '../../src/bundle/bundle.ts'
import type {
  BundleSource,
  SourceChild,
  SourceEntry,
  SourceFile,
  SourcePage,
} from '../../src/bundle/source.ts'

export function makeSpace(space: Partial<BundleSource>): BundleSource {
  return { title: 'Space', entries: [], files: [], includes: [], variables: {}, redirects: {}, ...space }
}

export function makePage(
  title: string,
  page: Partial<SourcePage> = {},
  body: string | null = `# ${title}\n`,
): SourcePage {
  const markdown = (): Buffer | null => (body === null ? null : Buffer.from(body))
  return { type: 'page', title, slug: '', entries: [], markdown, ...page }
}

export function makeFile(name: string, content: string, path?: string): SourceFile {
  const open = (): Readable => Readable.from([Buffer.from(content)])
  return { id: `${name}-${path}-${content}`, name, open, ...(path === undefined ? {} : { path }) }
}

/** What was read, as something to write. */
export function toSource(bundle: Bundle): BundleSource {
  return {
    title: 'Copy',
    entries: bundle.entries.map(toEntry),
    files: bundle.files.map(({ path, absolutePath }) => {
      return { id: path, name: path, path, open: () => createReadStream(absolutePath) }
    }),
    includes: bundle.includes.map(({ path, title, markdown }) => ({
      path,
      title,
      markdown: () => Buffer.from(markdown),
    })),
    variables: bundle.variables,
    redirects: bundle.redirects,
  }
}

export function readBytes(bundle: Bundle): Record<string, string> {
  return Object.fromEntries(bundle.files.map(file => [file.path, readFileSync(file.absolutePath, 'base64')]))
}

function toEntry(entry: BundleEntry): SourceEntry {
  return entry.type === 'group' ? { ...entry, entries: toChildren(entry.entries) } : toChild(entry)
}

function toChildren(entries: BundleEntry[]): SourceChild[] {
  return entries.flatMap(entry => (entry.type === 'group' ? [] : [toChild(entry)]))
}

function toChild(entry: Exclude<BundleEntry, { type: 'group' }>): SourceChild {
  if (entry.type !== 'page') return entry
  const { title, file, label, slug, markdown } = entry
  return {
    type: 'page',
    title,
    slug,
    ...(file === '' ? {} : { path: file }),
    ...(label === undefined ? {} : { label }),
    markdown: () => (markdown === undefined ? null : Buffer.from(markdown)),
    entries: toChildren(entry.entries),
  }
}
