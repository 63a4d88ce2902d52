/**
 * What editors do to a space, one edit at a time: mostly typing, and now and then pages that come, go, move or get
 * another name, and files that are replaced.
 */
import { newPage } from '../import/new-page.ts'
import { editFile, editPage, insertPage, removePage, typeSomething } from './edits.ts'
import { replacePage, walkPages } from './page.ts'
import { freePath, insertPages } from './place-page.ts'
import type { PageNode } from './records/content.ts'
import type { SpaceState } from './records/space.ts'
import { commitRevision } from './revision.ts'
import { currentRevision } from './space.ts'
import type { World } from './world.ts'

/** Fewer than this are not removed, so that there always is something to edit. */
const LEAST_PAGES = 4

type Edit = (world: World, space: SpaceState) => void

/** Any edit; where it is typing, in the given page. */
export function editSomething(world: World, space: SpaceState, pageId?: string): void {
  const edit = world.editing.next() < 0.6 ? typeSomething : world.editing.pick(STRUCTURAL)
  edit(world, space, pageId)
}

const rename: Edit = (world, space) => {
  const page = anyPage(world, space)
  if (page) editPage(world, space, page.id, { title: `Renamed ${world.editing.text(6)}` })
}

const add: Edit = (world, space) => {
  const title = `Added ${world.editing.text(6)}`
  const parent = anyPage(world, space)
  const path = freePath(currentRevision(space).pages, title, parent ?? null)
  const page = newPage(world, space, { title, path })
  insertPage(world, space, { page, markdown: `# ${title}\n\nNew.\n` }, parent?.id)
}

const remove: Edit = (world, space) => {
  const leaf = anyPage(world, space, page => (page.pages ?? []).length === 0)
  if (leaf && currentRevision(space).pageById.size > LEAST_PAGES) removePage(world, space, leaf.id)
}

/** To the end of the space. */
const move: Edit = (world, space) => {
  const page = anyPage(world, space)
  const { pages, files, reusableContents, variables } = currentRevision(space)
  if (page === undefined) return
  const moved = insertPages(replacePage(pages, page.id, null), [page], null)
  commitRevision(world, space, { pages: moved, files, reusableContents, variables })
}

const replaceFile: Edit = (world, space) => {
  const { files } = currentRevision(space)
  const file = files[world.editing.integer(files.length)]
  if (file) editFile(world, space, file.id, { content: `replaced ${world.editing.text(12)}` })
}

const STRUCTURAL = [rename, add, remove, move, replaceFile] as const

function anyPage(
  world: World,
  space: SpaceState,
  accept: (page: PageNode) => boolean = () => true,
): PageNode | undefined {
  const pages = [...walkPages(currentRevision(space).pages)].filter(
    page => page.documentId !== undefined && accept(page),
  )
  return pages[world.editing.integer(pages.length)]
}
