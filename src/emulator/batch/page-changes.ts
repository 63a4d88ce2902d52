/**
 * Pages inserted, updated (and moved), deleted and put back, each on the content that the changes before it left.
 */
import { newPage } from '../import/new-page.ts'
import { badRequest } from '../protocol/api-error.ts'
import type { JsonObject } from '../state/json-object.ts'
import { getPage, replacePage, walkPages } from '../state/page.ts'
import { freePath, insertPages } from '../state/place-page.ts'
import type { PageNode } from '../state/records/content.ts'
import { getRevision } from '../state/space.ts'
import { type Batch, pageIn, remember } from './batch.ts'
import type { ChangeOf, WrittenBody } from './change-schema.ts'
import { writtenBody } from './written-body.ts'

export function insertPage(batch: Batch, change: ChangeOf<'insert_page'>): void {
  const { world, space, content } = batch
  const parent = parentIn(batch, change.into)
  const path = freePath(content.pages, change.slug ?? change.title, parent)
  const page = newPage(world, space, { title: change.title, path, fields: fieldsOf(change) })
  const whole = { ...page, ...bodyFor(batch, page, change.document) }
  remember(batch, change.ref, page.id)
  batch.content = {
    ...content,
    pages: insertPages(content.pages, [whole], parent?.id ?? null, change.at),
  }
  batch.created.push({ page: page.id, ...(change.ref === undefined ? {} : { ref: change.ref }) })
}

export function updatePage(batch: Batch, change: ChangeOf<'update_page'>): void {
  const { world, content } = batch
  const page = pageIn(batch, change.page)
  const { slug, title = page.title } = change
  const renamed = slug === undefined ? {} : { slug, path: renamedPath(page, slug) }
  const edited = withoutEmpty({
    ...page,
    ...fieldsOf(change),
    ...renamed,
    title,
    ...bodyFor(batch, { ...page, title }, change.document),
    updatedAt: world.clock.timestamp(),
  })
  batch.content = { ...content, pages: replacePage(content.pages, page.id, edited) }
  if (change.into !== undefined || change.at !== undefined) movePage(batch, edited, change)
  batch.updated.add(page.id)
}

function movePage(batch: Batch, page: PageNode, { into, at }: ChangeOf<'update_page'>): void {
  const { content } = batch
  const parent = into === undefined ? parentOf(content.pages, page.id) : parentIn(batch, into)
  const below = [...walkPages([page])].some(descendant => descendant.id === parent?.id)
  if (below) throw badRequest(`into: page ${page.id} cannot stand below itself`)
  const rest = replacePage(content.pages, page.id, null)
  batch.content = { ...content, pages: insertPages(rest, [page], parent?.id ?? null, at) }
}

/** With everything below it. */
export function deletePage(batch: Batch, { page: idOrRef }: ChangeOf<'delete_page'>): void {
  const page = pageIn(batch, idOrRef)
  const { content } = batch
  batch.content = { ...content, pages: replacePage(content.pages, page.id, null) }
  for (const { id } of walkPages([page])) batch.deleted.add(id)
}

/** To what it was in a revision; a page that is gone comes back at the end of the root, without those below it. */
export function revertPage(batch: Batch, { page: id, revision, block }: ChangeOf<'revert_page'>): void {
  if (block !== undefined) throw badRequest('block: single blocks cannot be put back here')
  const { content, space, base } = batch
  const was = getPage(getRevision(space, revision ?? base), id)
  const now = [...walkPages(content.pages)].find(page => page.id === id)
  if (now === undefined) {
    const back = was.pages === undefined ? was : { ...was, pages: [] }
    batch.content = { ...content, pages: insertPages(content.pages, [back], null) }
    batch.created.push({ page: id })
    return
  }
  const back = now.pages === undefined ? was : { ...was, pages: now.pages }
  batch.content = { ...content, pages: replacePage(content.pages, id, back) }
  batch.updated.add(id)
}

function parentIn(batch: Batch, into: string | null | undefined): PageNode | null {
  if (into === null || into === undefined) return null
  const parent = pageIn(batch, into)
  if (parent.type === 'link') throw badRequest(`into: page ${into} is a link and has no pages below it`)
  return parent
}

function parentOf(pages: readonly PageNode[], id: string): PageNode | null {
  for (const page of walkPages(pages)) if (page.pages?.some(child => child.id === id)) return page
  return null
}

const FIELDS = ['emoji', 'icon', 'description', 'hidden', 'noIndex', 'noRobotsIndex', 'condition'] as const

function fieldsOf(change: ChangeOf<'insert_page'> | ChangeOf<'update_page'>): JsonObject {
  const set = FIELDS.flatMap(name => (change[name] === undefined ? [] : [[name, change[name]] as const]))
  return Object.fromEntries(set)
}

/** An empty description is none. */
function withoutEmpty({ description, ...page }: PageNode): PageNode {
  return description === '' ? page : { ...page, ...(description === undefined ? {} : { description }) }
}

function renamedPath(page: PageNode, slug: string): string {
  const above = (page.path ?? '').split('/').slice(0, -1)
  return [...above, slug].join('/')
}

function bodyFor(batch: Batch, page: PageNode, written: WrittenBody | undefined) {
  if (written === undefined) return {}
  if (page.type !== 'document' || page.computed !== undefined)
    throw badRequest(`document: page ${page.id} is of a type that has no body`)
  return writtenBody(batch, page, written)
}
