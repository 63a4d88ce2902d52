/**
 * Revisions: a complete, immutable state of a space's content. An edit makes a new one; ids are never reused.
 */
import { createHash } from 'node:crypto'
import { walkPages, withoutChildrenAndDates } from './page.ts'
import type { Content, Lineage, PageNode, Revision } from './records/content.ts'
import type { SpaceState } from './records/space.ts'
import type { World } from './world.ts'

export function emptyRevision(world: World): Revision {
  return makeRevision(
    world,
    { pages: [], files: [], reusableContents: [], variables: {} },
    { type: 'edits', parents: [] },
  )
}

/** Makes `content` the space's current content; as one edit, or as the merge of a draft's revision. */
export function commitRevision(world: World, space: SpaceState, content: Content, merged?: string): Revision {
  const current = space.json.revision
  const lineage: Lineage =
    merged === undefined
      ? { type: 'edits', parents: [current] }
      : { type: 'merge', parents: [current, merged] }
  const revision = addRevision(world, space, content, lineage)
  space.json.revision = revision.id
  space.json.updatedAt = revision.createdAt
  return revision
}

/** Beside the current content, as drafts need it. */
export function addRevision(world: World, space: SpaceState, content: Content, lineage: Lineage): Revision {
  const revision = makeRevision(world, content, lineage)
  space.revisions.set(revision.id, revision)
  return revision
}

function makeRevision(
  world: World,
  { pages, files, reusableContents, variables }: Content,
  { type, parents }: Lineage,
): Revision {
  return {
    pages,
    files,
    reusableContents,
    variables,
    id: world.makeIdFor(keyOf({ pages, files, reusableContents, variables })),
    parents,
    type,
    createdAt: world.clock.timestamp(),
    pageById: new Map([...walkPages(pages)].map(page => [page.id, page])),
    fileById: new Map(files.map(file => [file.id, file])),
  }
}

/** Of what it says, without its dates, which differ in each world. */
function keyOf({ pages, files, reusableContents, variables }: Content): string {
  return JSON.stringify([pages.map(keyOfPage), files, reusableContents, variables])
}

/** Revisions share the pages that did not change. */
const keys = new WeakMap<PageNode, string>()

function keyOfPage(page: PageNode): string {
  const known = keys.get(page)
  if (known !== undefined) return known
  const text = JSON.stringify([withoutChildrenAndDates(page), (page.pages ?? []).map(keyOfPage)])
  const key = createHash('sha256').update(text).digest('base64url')
  keys.set(page, key)
  return key
}
