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

export interface Revision extends Content {
  id: string
  parents: readonly string[]
  type: 'edits'
  createdAt: string
  pageById: ReadonlyMap<string, PageNode>
  fileById: ReadonlyMap<string, FileRecord>
}

export function emptyRevision(world: World): Revision {
  return makeRevision(world, [], { pages: [], files: [], reusableContents: [], variables: {} })
}

/** Makes `content` the space's current content, as one edit. */
export function commitRevision(world: World, space: SpaceState, content: Content): Revision {
  const revision = makeRevision(world, [space.json.revision], content)
  space.revisions.set(revision.id, revision)
  space.json.revision = revision.id
  space.json.updatedAt = revision.createdAt
  return revision
}

function makeRevision(world: World, parents: readonly string[], content: Content): Revision {
  return {
    ...content,
    id: world.makeId(),
    parents,
    type: 'edits',
    createdAt: world.clock.timestamp(),
    pageById: new Map([...walkPages(content.pages)].map(page => [page.id, page])),
    fileById: new Map(content.files.map(file => [file.id, file])),
  }
}
