/**
 * What an editor did between two revisions, told page by page and file by file.
 */
import { canonicalJson } from '../../model/digest.ts'
import type { FileRecord } from './file.ts'
import type { JsonObject } from './json-object.ts'
import { type PageNode, walkPages, withoutChildrenAndDates } from './page.ts'
import type { ReusableContent } from './reusable-content.ts'
import type { Content } from './revision.ts'

const NOTHING: Content = { pages: [], files: [], reusableContents: [], variables: {} }

/** `before` undefined = nothing was there. */
export function semanticChanges(before: Content = NOTHING, after: Content): JsonObject[] {
  return [
    ...pageChanges(before, after),
    ...itemChanges('file', before.files, after.files, presentFileOf, FILE_ATTRIBUTES),
    ...itemChanges(
      'reusable_content',
      before.reusableContents,
      after.reusableContents,
      presentContentOf,
      CONTENT_ATTRIBUTES,
    ),
    ...variableChanges(before, after),
  ]
}

function pageChanges(before: Content, after: Content): JsonObject[] {
  const [was, is] = [placesOf(before.pages), placesOf(after.pages)]
  const gone = [...was.values()].filter(({ page }) => !is.has(page.id))
  const changes = [...is.values()].flatMap(({ page, parent }): JsonObject[] => {
    const old = was.get(page.id)
    if (old === undefined) return [{ type: 'page_created', page: presentPageOf(page) }]
    const attributes = attributesOf(withoutChildrenAndDates(old.page), withoutChildrenAndDates(page), PLACE)
    const moved = old.parent !== parent
    return [
      ...(Object.keys(attributes).length === 0
        ? []
        : [{ type: 'page_edited', page: presentPageOf(page), attributes }]),
      ...(moved
        ? [{ type: 'page_moved', page: presentPageOf(page), parent: { before: old.parent, after: parent } }]
        : []),
    ]
  })
  return [...changes, ...gone.map(({ page }) => ({ type: 'page_deleted', page: presentPageOf(page) }))]
}

interface Place {
  page: PageNode
  parent: string | null
}

function placesOf(pages: readonly PageNode[]): Map<string, Place> {
  const roots = pages.map(page => [page.id, { page, parent: null }] as const)
  const inner = [...walkPages(pages)].flatMap(page =>
    (page.pages ?? []).map(child => [child.id, { page: child, parent: page.id }] as const),
  )
  return new Map<string, Place>([...roots, ...inner])
}

/** These follow from where a page stands and from what its body says. */
const PLACE: ReadonlySet<string> = new Set(['id', 'path', 'urls', 'git', 'computedSeed'])
const FILE_ATTRIBUTES: readonly string[] = ['name', 'size', 'contentType', 'dimensions', 'git']
const CONTENT_ATTRIBUTES: readonly string[] = ['title', 'document']

function attributesOf(before: JsonObject, after: JsonObject, except: ReadonlySet<string>): JsonObject {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => !except.has(name),
  )
  const differing = names.filter(
    name => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null),
  )
  return Object.fromEntries(
    differing.map(name => [
      name === 'documentId' ? 'document' : name,
      { before: before[name] ?? null, after: after[name] ?? null },
    ]),
  )
}

function itemChanges<T extends FileRecord | ReusableContent>(
  kind: string,
  before: readonly T[],
  after: readonly T[],
  present: (item: T) => JsonObject,
  compared: readonly string[],
): JsonObject[] {
  const was = new Map(before.map(item => [item.id, item]))
  const is = new Set(after.map(item => item.id))
  const only = (item: T) => Object.fromEntries(compared.map(name => [name, item[name]] as const))
  const changes = after.flatMap((item): JsonObject[] => {
    const old = was.get(item.id)
    if (old === undefined) return [{ type: `${kind}_created`, ...present(item) }]
    const attributes = attributesOf(only(old), only(item), new Set())
    return Object.keys(attributes).length === 0
      ? []
      : [{ type: `${kind}_edited`, ...present(item), attributes }]
  })
  const gone = before.filter(item => !is.has(item.id))
  return [...changes, ...gone.map(item => ({ type: `${kind}_deleted`, ...present(item) }))]
}

function variableChanges({ variables: before }: Content, { variables: after }: Content): JsonObject[] {
  const attributes = attributesOf(before, after, new Set())
  return Object.keys(attributes).length === 0 ? [] : [{ type: 'variables_edited', attributes }]
}

function presentPageOf({ id, type, title, path }: PageNode): JsonObject {
  return { id, type, title, path }
}

function presentFileOf({ id, name, contentType }: FileRecord): JsonObject {
  return { file: { id, name, contentType } }
}

function presentContentOf({ id, title }: ReusableContent): JsonObject {
  return { reusableContent: { id, title } }
}
