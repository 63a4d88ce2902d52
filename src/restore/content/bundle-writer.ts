/**
 * Content through `content/import`: the space as a bundle in a zip, at an address that the platform fetches. Into a
 * space that is empty it is one request; what is there is never replaced by it. Markdown, files, reusable contents,
 * groups, links, order, covers and layouts come with the bundle.
 */
import { join } from 'node:path'
import { stringify } from 'yaml'
import type {
  BundleSource,
  SourceChild,
  SourceEntry,
  SourceFile,
  SourcePage,
  WriteReport,
} from '../../bundle/source.ts'
import { writeBundle } from '../../bundle/write.ts'
import { DamageFound, DocvaultError } from '../../model/errors.ts'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'
import { NotFound } from '../../platform/errors.ts'
import type { ContentImport } from '../../platform/operations/content-reads.ts'
import { bundleSourceOf } from '../../space/bundle-source.ts'
import { isItemsOwn } from '../apply/item-failures.ts'
import type { RestoreContext, RestoreKnowledge, RestoreSession } from '../apply/session.ts'
import { labelOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import { makeMapUrl } from './addresses.ts'
import { LOST_PATH, rewriteMarkdown } from './markdown-references.ts'
import { NoContentWriter } from './no-content-writer.ts'
import type { ContentTarget } from './read-content.ts'
import { resolverIn } from './resolve-ids.ts'

export interface BundlePart {
  /** Ids; absent = all. */
  pages?: ReadonlySet<string>
  files?: ReadonlySet<string>
  /** Reusable contents; absent with `pages` = none. */
  contents?: ReadonlySet<string>
  /** Those of the space too: absent = as `pages`. */
  variables?: boolean
}

/** Below a page that is there, where the service imports into pages. */
export interface BundlePlace extends ContentTarget {
  page?: string
}

export interface BundleImport {
  place: BundlePlace
  part: BundlePart
  /** After an answer that never came: whether what was sent is there. */
  arrived: () => Promise<boolean>
}

/** One import. */
export async function importBundle(
  session: RestoreSession,
  owner: StateItem,
  wanted: BundleImport,
): Promise<void> {
  const { knowledge, record } = session
  const source = sentBundle(knowledge, owner, wanted.part, (title, error) =>
    record.fail({ kind: 'page', source: owner.path, label: title }, error),
  )
  if (source.entries.length + source.files.length + source.includes.length === 0) return
  await withZip(source, session.context.publisher?.isLocal === true, async (zip, written) => {
    failLeftOut(session, owner, written)
    await importZip(session, owner, zip, wanted)
  })
}

/** Files whose bytes the vault turned out not to have: the rest goes without them. */
export function failLeftOut(
  { record }: RestoreSession,
  owner: StateItem,
  { lost, damaged }: WriteReport,
): void {
  for (const sentence of [...lost, ...damaged])
    record.fail({ kind: 'file', source: owner.path, label: labelOf(owner) }, new DamageFound(sentence))
}

/** `failed`: of a page whose body cannot be read; where it returns, the rest goes without that. */
export function sentBundle(
  knowledge: RestoreKnowledge,
  owner: StateItem,
  part: BundlePart,
  failed: (title: string, error: unknown) => void,
): BundleSource {
  const bundle = rewritten(knowledge, owner, bundleOf(knowledge, owner, part), failed)
  return { ...bundle, leftOut: { lost: [], damaged: [] } }
}

const SENT = { revision: '', importedResources: 0, totalResources: 0 }

async function importZip(
  { context, record }: RestoreSession,
  owner: StateItem,
  zip: string,
  { place, arrived }: BundleImport,
): Promise<void> {
  const { publisher } = context
  if (publisher === null) throw new DocvaultError('no-publisher', 'nothing publishes bundles for the import')
  const published = await publisher.publish(zip)
  try {
    const answer = await record.write(
      { does: 'import', kind: owner.kind, path: owner.path, below: place.page },
      () => send(context, place, { url: published.url, source: 'zip' }),
      async () => ((await arrived()) ? SENT : null),
    )
    if (answer.importedResources < answer.totalResources)
      record.note(owner, `the platform imported ${answer.importedResources} of ${answer.totalResources}`)
  } finally {
    await published.close()
  }
}

function send(
  { platform }: RestoreContext,
  { space, changeRequest, page }: BundlePlace,
  source: ContentImport,
) {
  if (changeRequest === undefined) return platform.content.import(space, source).catch(throwWhy)
  if (page === undefined)
    return platform.changeRequestContent.import(space, changeRequest, source).catch(throwWhy)
  return platform.changeRequestContent.importIntoPage(space, changeRequest, page, source)
}

/** Space and draft were read a moment ago: what is missing is the operation. */
function throwWhy(error: unknown): never {
  throw error instanceof NotFound ? new NoContentWriter('content/import', error) : error
}

async function withZip<T>(
  source: BundleSource,
  uncompressed: boolean,
  use: (zip: string, written: WriteReport) => Promise<T>,
): Promise<T> {
  const temporary = makeTemporaryFolder('restore')
  const folder = temporary.path
  try {
    const zip = join(folder, 'bundle.zip')
    const written = await writeBundle({ zip, uncompressed }, source)
    return await use(zip, written)
  } finally {
    temporary.remove()
  }
}

/** Only targets of links are touched, so that everything else keeps its bytes. */
export function rewrittenMarkdown(
  knowledge: Pick<RestoreKnowledge, 'source' | 'ids' | 'urlsOf'>,
  owner: StateItem,
  markdown: Buffer,
): Buffer {
  const before = markdown.toString('latin1')
  // Every link that is rewritten stands there with one of these.
  const isTouched =
    before.includes(LOST_PATH) || knowledge.source.addresses().some(({ url }) => before.includes(url))
  if (!isTouched) return markdown
  const mapUrl = makeMapUrl(knowledge.source, knowledge.ids, (kind, id) => knowledge.urlsOf(kind, id))
  const after = rewriteMarkdown(before, resolverIn(knowledge, owner), mapUrl).markdown
  return before === after ? markdown : Buffer.from(after, 'latin1')
}

/** With links to other spaces and to people leading to where those are now. */
function rewritten(
  knowledge: RestoreKnowledge,
  owner: StateItem,
  source: BundleSource,
  failed: (title: string, error: unknown) => void,
): BundleSource {
  const mapUrl = makeMapUrl(knowledge.source, knowledge.ids, (kind, id) => knowledge.urlsOf(kind, id))
  const body = (markdown: Buffer | null) =>
    markdown === null ? null : rewrittenMarkdown(knowledge, owner, markdown)
  const bodyOrNone = async (title: string, read: () => ReturnType<SourcePage['markdown']>) => {
    try {
      return body(await read())
    } catch (error) {
      if (!isItemsOwn(error)) throw error
      failed(title, error)
      return null
    }
  }
  const child = (entry: SourceChild): SourceChild => {
    if (entry.type === 'link') return { ...entry, url: entry.url === null ? null : mapUrl(entry.url) }
    if (entry.type !== 'page') return entry
    return {
      ...entry,
      markdown: places => bodyOrNone(entry.title, () => entry.markdown(places)),
      entries: entry.entries.map(child),
    }
  }
  const entry = (node: SourceEntry): SourceEntry =>
    node.type === 'group' ? { ...node, entries: node.entries.map(child) } : child(node)
  return {
    ...source,
    entries: source.entries.map(entry),
    includes: source.includes.map(include => ({
      ...include,
      markdown: async places =>
        (await bodyOrNone(include.title, () => include.markdown(places))) ?? titleOnly(include.title),
    })),
  }
}

/** Of a content whose body could not be read. */
function titleOnly(title: string): Buffer {
  return Buffer.from(`---\n${stringify({ title })}---\n`)
}

function bundleOf({ source }: RestoreKnowledge, owner: StateItem, part: BundlePart): BundleSource {
  const { pages, files, contents = pages && new Set<string>() } = part
  const bundle = bundleSourceOf(source.vault, source.snapshot, owner.resource, {
    purpose: 'import',
    only: pages,
    outlineOf: resource => source.outline({ resource }),
    jsonOf: resource => source.jsonOf(resource),
  })
  const keep = (file: SourceFile) => files === undefined || files.has(file.id)
  const includes = bundle.includes.filter(({ id = '' }) => contents?.has(id) ?? true)
  const variables = (part.variables ?? pages === undefined) ? bundle.variables : {}
  return { ...bundle, files: bundle.files.filter(keep), includes, variables }
}
