/**
 * Copies of spaces: the current content and the settings, under new ids. Discussions, grants, history and what is
 * published stay with the original.
 */
import { renameReferences } from '../content/rename-references.ts'
import type { ContentRef, ResolveTarget } from '../content/targets.ts'
import { addDocument } from './body.ts'
import { isJsonObject } from './json-object.ts'
import { place } from './order.ts'
import { walkPages } from './page.ts'
import type { PageNode, Revision } from './records/content.ts'
import type { SpaceState } from './records/space.ts'
import { commitRevision } from './revision.ts'
import { addSpace, appUrlOf, currentRevision } from './space.ts'
import type { World } from './world.ts'

const TITLE_MAX = 50

/** Right behind the original. */
export function duplicateSpace(world: World, original: SpaceState): SpaceState {
  const { title, organization, emoji, parent, visibility, defaultLevel, language } = original.json
  const copy = addSpace(world, organization, `Copy of ${title}`.slice(0, TITLE_MAX))
  Object.assign(copy.json, {
    emoji,
    defaultLevel,
    ...(parent === undefined ? {} : { parent }),
    ...(visibility === 'in-collection' ? { visibility } : {}),
    ...(language === undefined ? {} : { language }),
  })
  if (original.icon !== undefined) copy.icon = original.icon
  copyContent({ world, original, copy, ids: newIds(world, currentRevision(original)) })
  place(world, copy.json.id, { side: 'after', id: original.json.id })
  return copy
}

interface Copying {
  world: World
  original: SpaceState
  copy: SpaceState
  /** The new id of every page, file and reusable content. */
  ids: ReadonlyMap<string, string>
}

function newIds(world: World, { pages, files, reusableContents }: Revision): Map<string, string> {
  const old = [...walkPages(pages), ...files, ...reusableContents]
  return new Map(old.map(({ id }) => [id, world.makeId()]))
}

function copyContent(copying: Copying): void {
  const { world, original, copy, ids } = copying
  const { pages, files, reusableContents, variables } = currentRevision(original)
  commitRevision(world, copy, {
    pages: pages.map(page => copyPage(copying, page)),
    files: files.map(file => ({ ...file, id: ids.get(file.id) ?? file.id })),
    reusableContents: reusableContents.map(content => ({
      ...content,
      id: ids.get(content.id) ?? content.id,
      document: copyBody(copying, content.document),
    })),
    variables,
  })
}

function copyPage(copying: Copying, page: PageNode): PageNode {
  const { world, copy, ids } = copying
  const { id, pages, documentId, cover, target, urls, computedSeed, ...rest } = page
  return {
    ...rest,
    id: ids.get(id) ?? id,
    ...(documentId === undefined ? {} : { documentId: copyBody(copying, documentId) }),
    ...(pages === undefined ? {} : { pages: pages.map(inner => copyPage(copying, inner)) }),
    ...(cover === undefined ? {} : { cover: renamed(ids, cover) }),
    ...(target === undefined ? {} : { target: renamed(ids, target) }),
    ...(urls === undefined ? {} : { urls: { app: `${appUrlOf(world, copy)}/${page.path ?? ''}` } }),
    ...(computedSeed === undefined ? {} : { computedSeed: world.makeId() }),
  }
}

function copyBody({ world, original, copy, ids }: Copying, documentId: string): string {
  const body = original.bodies.get(documentId)
  if (body === undefined) return world.makeId()
  const document = body.document === undefined ? {} : { document: renameReferences(body.document, ids) }
  // Field by field: a generated body has its Markdown from a getter, which no spread takes along.
  const { markdown, title, file } = body
  const renamed = { markdown, title, file, resolve: renaming(ids, body.resolve), ...document }
  return addDocument(world, copy, renamed, documentId)
}

function renaming(ids: ReadonlyMap<string, string>, resolve: ResolveTarget): ResolveTarget {
  return (target, from) => renamedReference(ids, resolve(target, from))
}

function renamedReference(ids: ReadonlyMap<string, string>, ref: ContentRef): ContentRef {
  const rename = (id: string) => ids.get(id) ?? id
  switch (ref.kind) {
    case 'page':
      return { ...ref, page: rename(ref.page) }
    case 'anchor':
      return ref.page === undefined ? ref : { ...ref, page: rename(ref.page) }
    case 'file':
      return { ...ref, file: rename(ref.file) }
    case 'reusable-content':
      return { ...ref, reusableContent: rename(ref.reusableContent) }
    default:
      return ref
  }
}

/** Ids anywhere inside of a JSON value. */
function renamed(ids: ReadonlyMap<string, string>, value: unknown): unknown {
  if (typeof value === 'string') return ids.get(value) ?? value
  if (Array.isArray(value)) return value.map(item => renamed(ids, item))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(ids, inner)]))
}
