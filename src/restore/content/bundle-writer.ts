/**
 * Content through `content/import`: the space as a bundle in a zip, at an address that the platform fetches. Into a
 * space that is empty it is one request; what is there is never replaced by it. Markdown, files, reusable contents,
 * groups, links, order, covers and layouts come with the bundle.
 */
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { BundleSource, SourceChild, SourceEntry, SourceFile, SourcePage } from '../../bundle/source.ts'
import { writeBundle } from '../../bundle/write.ts'
import { DocvaultError } from '../../model/errors.ts'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Revision } from '../../platform/operations/content-shapes.ts'
import { makeMapUrl } from '../addresses.ts'
import { bundleSourceOf } from '../bundle-source.ts'
import type { Doing } from '../doing.ts'
import { isItemsOwn } from '../item-failures.ts'
import type { StateItem } from '../state.ts'
import { NoContentWriter } from './git-import.ts'
import { rewriteMarkdown } from './markdown-references.ts'
import { resolverIn } from './resolve-ids.ts'
import { type ContentMatches, matchContent } from './target-tree.ts'

/** Where the zip goes: a space, or a draft of it. */
export interface ImportTarget {
  space: string
  changeRequest?: string
}

export interface BundlePart {
  /** Ids; absent = all. */
  pages?: ReadonlySet<string>
  files?: ReadonlySet<string>
  /** Reusable contents; absent with `pages` = none. */
  contents?: ReadonlySet<string>
}

/** Answers what in the target is which of the source. */
export async function importBundle(
  doing: Doing,
  owner: StateItem,
  target: ImportTarget,
  part: BundlePart = {},
  name = `import ${owner.kind} ${owner.path}`,
): Promise<ContentMatches> {
  const before = await readContent(doing, target)
  const source = rewritten(doing, owner, bundleOf(doing, owner, part))
  if (source.entries.length === 0 && source.files.length === 0 && source.includes.length === 0)
    return { pages: [], files: [], contents: [] }
  const known = new Set([...before.pages, ...before.files].map(one => one.id))
  await withZip(source, zip => importZip(doing, owner, target, zip, known.size, name))
  const after = await readContent(doing, target)
  const fresh = {
    pages: after.pages.filter(page => !known.has(page.id)),
    files: after.files,
    reusableContents: after.reusableContents,
  }
  return matchContent(doing.source, owner, fresh)
}

async function importZip(
  doing: Doing,
  owner: StateItem,
  target: ImportTarget,
  zip: string,
  before: number,
  name: string,
): Promise<void> {
  const { platform, publisher } = doing
  if (publisher === null) throw new DocvaultError('no-publisher', 'nothing publishes bundles for the import')
  const { space, changeRequest } = target
  const published = await publisher.publish(zip)
  try {
    const answer = await doing.write(
      name,
      () => {
        const source = { url: published.url, source: 'zip' }
        const importing =
          changeRequest === undefined
            ? platform.content.import(space, source)
            : platform.changeRequestContent.import(space, changeRequest, source)
        return importing.catch(throwWhy)
      },
      async () => {
        const { id, pages, files } = await readContent(doing, target)
        const now = pages.length + files.length
        return now > before ? { revision: id, importedResources: 0, totalResources: 0 } : null
      },
    )
    if (answer.importedResources < answer.totalResources)
      doing.note(owner, `the platform imported ${answer.importedResources} of ${answer.totalResources}`)
  } finally {
    await published.close()
  }
}

/** Space and draft were read a moment ago: what is missing is the operation. */
function throwWhy(error: unknown): never {
  throw error instanceof NotFound ? new NoContentWriter(error) : error
}

export function readContent({ platform }: Pick<Doing, 'platform'>, target: ImportTarget): Promise<Revision> {
  return target.changeRequest === undefined
    ? platform.content.currentRevision(target.space)
    : platform.changeRequestContent.revision(target.space, target.changeRequest)
}

async function withZip<T>(source: BundleSource, use: (zip: string) => Promise<T>): Promise<T> {
  const temporary = makeTemporaryFolder('restore')
  const folder = temporary.path
  try {
    const zip = join(folder, 'bundle.zip')
    await writeBundle({ zip }, source)
    return await use(zip)
  } finally {
    temporary.remove()
  }
}

/** Only targets of links are touched, so that everything else keeps its bytes. */
export function rewrittenMarkdown(
  doing: Pick<Doing, 'source' | 'ids' | 'urlsOf'>,
  owner: StateItem,
  markdown: Buffer,
): Buffer {
  const before = markdown.toString('latin1')
  const mapUrl = makeMapUrl(doing.source, doing.ids, (kind, id) => doing.urlsOf(kind, id))
  const after = rewriteMarkdown(before, resolverIn(doing, owner), mapUrl).markdown
  return before === after ? markdown : Buffer.from(after, 'latin1')
}

/** With links to other spaces and to people leading to where those are now. */
function rewritten(doing: Doing, owner: StateItem, source: BundleSource): BundleSource {
  const mapUrl = makeMapUrl(doing.source, doing.ids, (kind, id) => doing.urlsOf(kind, id))
  const body = (markdown: Buffer | null) =>
    markdown === null ? null : rewrittenMarkdown(doing, owner, markdown)
  /** The rest of the bundle goes without it. */
  const bodyOrNone = async (title: string, read: SourcePage['markdown']) => {
    try {
      return body(await read())
    } catch (error) {
      if (!isItemsOwn(error)) throw error
      doing.fail({ kind: 'page', source: owner.path, label: title }, error)
      return null
    }
  }
  const child = (entry: SourceChild): SourceChild => {
    if (entry.type === 'link') return { ...entry, url: entry.url === null ? null : mapUrl(entry.url) }
    if (entry.type !== 'page') return entry
    return {
      ...entry,
      markdown: () => bodyOrNone(entry.title, () => entry.markdown()),
      entries: entry.entries.map(child),
    }
  }
  const entry = (one: SourceEntry): SourceEntry =>
    one.type === 'group' ? { ...one, entries: one.entries.map(child) } : child(one)
  return {
    ...source,
    entries: source.entries.map(entry),
    includes: source.includes.map(one => ({
      ...one,
      markdown: async () => (await bodyOrNone(one.title, () => one.markdown())) ?? titleOnly(one.title),
    })),
  }
}

/** Of a content whose body could not be read. */
function titleOnly(title: string): Buffer {
  return Buffer.from(`---\n${stringify({ title })}---\n`)
}

function bundleOf({ source }: Doing, owner: StateItem, part: BundlePart): BundleSource {
  const { pages, files, contents = pages && new Set<string>() } = part
  const bundle = bundleSourceOf(source.vault, source.snapshot, owner.resource, pages)
  const keep = (file: SourceFile) => files === undefined || files.has(file.id)
  const includes = bundle.includes.filter(({ id = '' }) => contents?.has(id) ?? true)
  return { ...bundle, files: bundle.files.filter(keep), includes }
}
