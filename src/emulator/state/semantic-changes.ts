/**
 * What an editor did between two revisions, told page by page and file by file.
 */
import { canonicalJson } from '../../model/digest.ts'
import { presentFile } from './file.ts'
import type { JsonObject } from './json-object.ts'
import { walkPages, withoutChildrenAndDates } from './page.ts'
import type { Content, FileRecord, PageNode, ReusableContent } from './records/content.ts'
import type { World } from './world.ts'

const NOTHING: Content = { pages: [], files: [], reusableContents: [], variables: {} }

/** `before` undefined = nothing was there. */
export function semanticChanges(world: World, before: Content = NOTHING, after: Content): JsonObject[] {
  return [
    ...pageChanges(before, after),
    ...itemChanges('file', before.files, after.files, comparingFiles(world)),
    ...itemChanges('reusable_content', before.reusableContents, after.reusableContents, comparingContents),
    ...variableChanges(before, after),
  ]
}

function pageChanges(before: Content, after: Content): JsonObject[] {
  const [was, is] = [placesOf(before.pages), placesOf(after.pages)]
  const parentIn = (places: ReadonlyMap<string, Place>, name: 'before' | 'after', id: string | null) => {
    const page = id === null ? undefined : places.get(id)?.page
    return page === undefined ? {} : { [name]: presentPageOf(page) }
  }
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
        ? [
            {
              type: 'page_moved',
              page: presentPageOf(page),
              parent: { ...parentIn(was, 'before', old.parent), ...parentIn(is, 'after', parent) },
            },
          ]
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
const FILE_ATTRIBUTES: readonly string[] = ['name', 'size', 'contentType', 'dimensions']
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
      { ...said('before', before[name]), ...said('after', after[name]) },
    ]),
  )
}

function said(name: 'before' | 'after', value: unknown): JsonObject {
  return value === undefined || value === null ? {} : { [name]: value }
}

interface Comparing<T> {
  present(item: T): JsonObject
  /** Empty where nothing differs. */
  attributes(old: T, item: T): JsonObject
}

function itemChanges<T extends FileRecord | ReusableContent>(
  kind: string,
  before: readonly T[],
  after: readonly T[],
  { present, attributes: between }: Comparing<T>,
): JsonObject[] {
  const was = new Map(before.map(item => [item.id, item]))
  const is = new Set(after.map(item => item.id))
  const changes = after.flatMap((item): JsonObject[] => {
    const old = was.get(item.id)
    if (old === undefined) return [{ type: `${kind}_created`, ...present(item) }]
    const attributes = between(old, item)
    return Object.keys(attributes).length === 0
      ? []
      : [{ type: `${kind}_edited`, ...present(item), attributes }]
  })
  const gone = before.filter(item => !is.has(item.id))
  return [...changes, ...gone.map(item => ({ type: `${kind}_deleted`, ...present(item) }))]
}

function comparingFiles(world: World): Comparing<FileRecord> {
  const urlOf = (file: FileRecord) => presentFile(world, file, false).downloadURL
  return {
    present: file => presentFileOf(world, file),
    attributes: (old, file) => ({
      ...attributesOf(only(FILE_ATTRIBUTES, old), only(FILE_ATTRIBUTES, file), new Set()),
      // Other bytes stand at another address.
      ...(old.git.oid === file.git.oid ? {} : { downloadURL: { before: urlOf(old), after: urlOf(file) } }),
    }),
  }
}

const comparingContents: Comparing<ReusableContent> = {
  present: presentContentOf,
  attributes: (old, content) =>
    attributesOf(only(CONTENT_ATTRIBUTES, old), only(CONTENT_ATTRIBUTES, content), new Set()),
}

function only(names: readonly string[], item: FileRecord | ReusableContent): JsonObject {
  const fields: JsonObject = { ...item }
  return Object.fromEntries(names.map(name => [name, fields[name]] as const))
}

function variableChanges({ variables: before }: Content, { variables: after }: Content): JsonObject[] {
  const variables = attributesOf(before, after, new Set())
  return Object.keys(variables).length === 0 ? [] : [{ type: 'variables_edited', variables }]
}

function presentPageOf({ id, type, title, path }: PageNode): JsonObject {
  return { id, type, title, path }
}

function presentFileOf(world: World, file: FileRecord): JsonObject {
  const { id, name, contentType, downloadURL } = presentFile(world, file, false)
  return { file: { id, name, contentType, downloadURL } }
}

function presentContentOf({ id, title }: ReusableContent): JsonObject {
  return { reusableContent: { id, title } }
}
