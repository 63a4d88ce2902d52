/**
 * Revisions: a complete, immutable state of a space's content. An edit makes a new one; ids are never reused.
 */
import type { FileRecord } from './file.ts'
import type { JsonObject } from './json-object.ts'
import { type PageNode, walkPages } from './page.ts'
import type { ReusableContent } from './reusable-content.ts'
import type { SpaceState } from './space.ts'
import type { World } from './world.ts'

export interface Content {
  pages: readonly PageNode[]
  files: readonly FileRecord[]
  reusableContents: readonly ReusableContent[]
  variables: JsonObject
}

export type RevisionType = 'edits' | 'merge' | 'update'

export interface Revision extends Content {
  id: string
  parents: readonly string[]
  type: RevisionType
  createdAt: string
  /** Of a merge: the change request as it was right after. */
  mergedFrom?: JsonObject
  pageById: ReadonlyMap<string, PageNode>
  fileById: ReadonlyMap<string, FileRecord>
  /** The commit that it came with. */
  git?: JsonObject
}

export function emptyRevision(world: World): Revision {
  return makeRevision(world, 'edits', [], { pages: [], files: [], reusableContents: [], variables: {} })
}

/** Makes `content` the space's current content; one edit, unless `type` says more. */
export function commitRevision(
  world: World,
  space: SpaceState,
  content: Content,
  type: RevisionType = 'edits',
  otherParents: readonly string[] = [],
): Revision {
  const revision = addRevision(world, space, type, [space.json.revision, ...otherParents], content)
  space.json.revision = revision.id
  space.json.updatedAt = revision.createdAt
  return revision
}

/** Beside the current content, as drafts need it. */
export function addRevision(
  world: World,
  space: SpaceState,
  type: RevisionType,
  parents: readonly string[],
  content: Content,
): Revision {
  const revision = makeRevision(world, type, parents, content)
  space.revisions.set(revision.id, revision)
  return revision
}

function makeRevision(
  world: World,
  type: RevisionType,
  parents: readonly string[],
  { pages, files, reusableContents, variables }: Content,
): Revision {
  return {
    pages,
    files,
    reusableContents,
    variables,
    id: world.makeId(),
    parents,
    type,
    createdAt: world.clock.timestamp(),
    pageById: new Map([...walkPages(pages)].map(page => [page.id, page])),
    fileById: new Map(files.map(file => [file.id, file])),
  }
}
