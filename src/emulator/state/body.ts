/**
 * Bodies of pages and reusable contents: the Markdown as it was read, and how its links are understood.
 *
 * A body belongs to one document id for ever. Its links are resolved against the tree of the revision that brought
 * it, so that a document read twice is the same document, whatever happened to the space in between.
 */
import { convertDocument } from '../content/document.ts'
import type { DocumentNode } from '../content/nodes.ts'
import { notFound } from '../protocol/api-error.ts'
import { gitBlobId } from './blobs.ts'
import type { Body, GitRef } from './records/content.ts'
import type { SpaceState } from './records/space.ts'
import type { World } from './world.ts'

export function getBody(space: SpaceState, documentId: string): Body {
  const body = space.bodies.get(documentId)
  if (body === undefined) throw notFound('document')
  return body
}

/** A body of its own for a page or a reusable content, under a new document id. */
export function addBody(world: World, space: SpaceState, body: Body): { documentId: string; git: GitRef } {
  const documentId = addDocument(world, space, body, space.json.revision)
  return { documentId, git: { oid: gitBlobId(Buffer.from(body.markdown)), path: body.file } }
}

/** Answers its id. `around`: differs where links may lead elsewhere. */
export function addDocument(world: World, space: SpaceState, body: Body, around: string): string {
  const documentId = world.makeIdFor(JSON.stringify([around, body.file, body.title, body.markdown]))
  space.bodies.set(documentId, body)
  return documentId
}

export function documentJson(body: Body): DocumentNode {
  return body.document ?? convertDocument(body.markdown, body)
}

/** Serialised `document` object; made once, then from the cache. */
export function documentBytes(world: World, space: SpaceState, documentId: string): Buffer {
  const body = getBody(space, documentId)
  return world.cache.get(body, () => Buffer.from(JSON.stringify(documentJson(body))))
}
