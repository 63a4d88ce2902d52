/**
 * Edits of content, each of which makes a new revision, as an editor at work would.
 */
import { addBody } from './body.ts'
import { getFile } from './file.ts'
import type { JsonObject } from './json-object.ts'
import { getPage, replacePage, walkPages } from './page.ts'
import type { Content, FileRecord, PageNode } from './records/content.ts'
import type { SpaceState } from './records/space.ts'
import { commitRevision } from './revision.ts'
import { currentRevision } from './space.ts'
import type { World } from './world.ts'

/** Sets fields of a page; `markdown` stands for a new body. */
export function editPage(world: World, space: SpaceState, pageId: string, set: JsonObject): void {
  const { markdown, ...fields } = set
  const page = getPage(currentRevision(space), pageId)
  const body = typeof markdown === 'string' ? newBody(world, space, page, markdown) : {}
  const edited: PageNode = { ...page, ...body, updatedAt: world.clock.timestamp(), ...fields }
  commit(world, space, { pages: replacePage(currentRevision(space).pages, pageId, edited) })
}

export function removePage(world: World, space: SpaceState, pageId: string): void {
  getPage(currentRevision(space), pageId)
  commit(world, space, { pages: replacePage(currentRevision(space).pages, pageId, null) })
}

export interface WrittenPage {
  page: PageNode
  markdown: string
}

/** At the end of the root, or of the page `parent`. */
export function insertPage(
  world: World,
  space: SpaceState,
  { page, markdown }: WrittenPage,
  parent?: string,
): void {
  const { pages } = currentRevision(space)
  const whole = { ...page, ...newBody(world, space, page, markdown) }
  if (parent === undefined) commit(world, space, { pages: [...pages, whole] })
  else {
    const above = getPage(currentRevision(space), parent)
    const grown = { ...above, pages: [...(above.pages ?? []), whole] }
    commit(world, space, { pages: replacePage(pages, parent, grown) })
  }
}

/** Sets fields of a file; `content` stands for other bytes. */
export function editFile(world: World, space: SpaceState, fileId: string, set: JsonObject): void {
  const { content, ...fields } = set
  const file = getFile(currentRevision(space), fileId)
  const bytes = typeof content === 'string' ? Buffer.from(content) : null
  const changed =
    bytes === null ? {} : { size: bytes.length, git: { ...file.git, oid: world.blobs.add(bytes) } }
  replaceFile(world, space, fileId, [{ ...file, ...changed, ...fields }])
}

export function removeFile(world: World, space: SpaceState, fileId: string): void {
  getFile(currentRevision(space), fileId)
  replaceFile(world, space, fileId, [])
}

/** Somebody types a line into a page: the given one, or any page with a body. */
export function typeSomething(world: World, space: SpaceState, pageId?: string): void {
  const pages = [...walkPages(currentRevision(space).pages)].filter(page => page.documentId !== undefined)
  const page = pages.find(page => page.id === pageId) ?? pages[world.editing.integer(pages.length)]
  if (page?.documentId === undefined) return
  const markdown = space.bodies.get(page.documentId)?.markdown ?? ''
  editPage(world, space, page.id, { markdown: `${markdown.trimEnd()}\n\nTyped ${world.editing.text(8)}.\n` })
}

function newBody(world: World, space: SpaceState, page: PageNode, markdown: string) {
  const old = page.documentId === undefined ? undefined : space.bodies.get(page.documentId)
  const file = old?.file ?? `${page.path}.md`
  const resolve = old?.resolve ?? (target => ({ kind: 'url' as const, url: target }))
  return addBody(world, space, { markdown, title: page.title, file, resolve })
}

function replaceFile(world: World, space: SpaceState, id: string, by: readonly FileRecord[]): void {
  const { files } = currentRevision(space)
  commit(world, space, { files: files.flatMap(file => (file.id === id ? by : [file])) })
}

function commit(world: World, space: SpaceState, changed: Partial<Content>): void {
  const { pages, files, reusableContents, variables } = currentRevision(space)
  commitRevision(world, space, { pages, files, reusableContents, variables, ...changed })
}
