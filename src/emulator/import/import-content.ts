/**
 * Content from a URL into a space, a change request, or one page of either; as one edit. Into a space it adds
 * pages behind those that are there; into a page it replaces the body, and an archive comes below the page.
 */
import { makeResolver, type ResolveTarget } from '../content/targets.ts'
import { badRequest } from '../protocol/api-error.ts'
import { addBody } from '../state/body.ts'
import { assertEditable, type Branch, commitTo, headOf } from '../state/branch.ts'
import { fileOf, getPage, replacePage, walkPages } from '../state/page.ts'
import { freePath, insertPages } from '../state/place-page.ts'
import type { Content, PageNode, Revision } from '../state/records/content.ts'
import type { SpaceState } from '../state/records/space.ts'
import type { World } from '../state/world.ts'
import { type Fetched, fetchSource } from './fetch-source.ts'
import { type ImportTarget, unpackBundle, withBundle } from './import-bundle.ts'
import { type ImportedPage, pageFromHtml, pageFromMarkdown } from './imported-page.ts'
import { newPage } from './new-page.ts'

export const IMPORT_SOURCES = [
  'website',
  'docx',
  'markdown',
  'html',
  'zip',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
] as const
type ImportSource = (typeof IMPORT_SOURCES)[number]

export interface ImportRequest {
  source: ImportSource
  url: string
  /** Id of the page whose body it becomes; null = new pages. */
  page: string | null
}

export interface ImportResult {
  revision: string
  importedResources: number
  totalResources: number
}

/** What was fetched, ready to become content at once: the content may change while it is fetched. */
interface Prepared {
  importedResources: number
  totalResources: number
  apply(before: Revision): Content
}

export async function importContent(
  world: World,
  branch: Branch,
  request: ImportRequest,
): Promise<ImportResult> {
  assertEditable(branch)
  assertPossible(request.source)
  if (request.page !== null) assertDocument(getPage(headOf(branch), request.page))
  const { importedResources, totalResources, apply } = await prepare(world, branch.space, request)
  assertEditable(branch)
  const { id } = commitTo(world, branch, apply(headOf(branch)), world.owner)
  return { revision: id, importedResources, totalResources }
}

/** These need accounts or converters that nobody has at hand here. */
function assertPossible(source: ImportSource): void {
  if (source === 'markdown' || source === 'html' || source === 'zip' || source === 'website') return
  throw badRequest(
    `source ${source} is not emulated: only markdown, html, zip and website (a single page) are`,
  )
}

function assertDocument({ type, computed }: PageNode): void {
  if (type !== 'document' || computed !== undefined) throw badRequest('pageId names no page that has a body')
}

async function prepare(
  world: World,
  space: SpaceState,
  { source, url, page }: ImportRequest,
): Promise<Prepared> {
  const target = { space, page }
  const fetched = await fetchSource(url)
  if (source === 'zip') {
    const unpacked = await unpackBundle(world, fetched.bytes)
    return { ...unpacked, apply: before => withBundle(world, target, before, unpacked) }
  }
  const imported = source === 'markdown' ? pageFromMarkdown(fetched) : htmlPage(source, fetched)
  const apply = (before: Revision) => withPage(world, target, before, imported)
  return { importedResources: 1, totalResources: 1, apply }
}

function htmlPage(source: ImportSource, fetched: Fetched): ImportedPage {
  const isHtml = ['text/html', 'application/xhtml+xml'].includes(fetched.contentType)
  if (source === 'website' && !isHtml)
    throw badRequest(
      `url ${fetched.url.href} is no page of a website but ${fetched.contentType || 'untyped'}`,
    )
  return pageFromHtml(fetched)
}

function withPage(
  world: World,
  { space, page }: ImportTarget,
  before: Revision,
  imported: ImportedPage,
): Content {
  const old = page === null ? null : getPage(before, page)
  const title = old?.title ?? imported.title
  const path = old?.path ?? freePath(before.pages, imported.title, null)
  const file = old === null ? `${path}.md` : fileOf(old)
  const written = addBody(world, space, { ...imported, title, file, resolve: resolverFor(before) })
  if (old !== null) {
    const edited = { ...old, ...written, updatedAt: world.clock.timestamp() }
    return { ...before, pages: replacePage(before.pages, old.id, edited) }
  }
  const added = newPage(world, space, { title, path, fields: written })
  return { ...before, pages: insertPages(before.pages, [added], null) }
}

/** Links in Markdown mean the content that is there. */
export function resolverFor({ pages, files, reusableContents }: Content): ResolveTarget {
  // Of several of one name, the first.
  const byFile = [...walkPages(pages)]
    .filter(({ git, type }) => git !== undefined || type === 'document')
    .map(page => [fileOf(page), page.id] as const)
  return makeResolver({
    pages: new Map(byFile.reverse()),
    files: new Map(files.map(file => [file.git.path, file.id])),
    includes: new Map(reusableContents.map(content => [content.git.path, content.id])),
  })
}
