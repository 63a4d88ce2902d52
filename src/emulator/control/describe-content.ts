/**
 * Content of a space or of a change request, with the digests of its bodies and files: SHA-256 of the document as
 * JSON, of the Markdown, and of the bytes.
 */
import { digestOf } from '../../model/digest.ts'
import { documentBytes, getBody } from '../state/body.ts'
import { presentRevision } from '../state/content-view.ts'
import type { JsonObject } from '../state/json-object.ts'
import { walkPages } from '../state/page.ts'
import type { Revision } from '../state/records/content.ts'
import type { SpaceState } from '../state/records/space.ts'
import type { World } from '../state/world.ts'

export function describeContent(world: World, space: SpaceState, revision: Revision): JsonObject {
  return {
    content: presentRevision(world, space, revision, { metadata: true, computed: false }),
    bodyDigests: Object.fromEntries(documentsOf(revision).map(id => [id, digestsOf(world, space, id)])),
    fileDigests: Object.fromEntries(
      revision.files.map(({ id, git }) => [id, digestOf(world.blobs.get(git.oid) ?? new Uint8Array())]),
    ),
  }
}

/** Ids of all bodies that a revision names. */
export function documentsOf({ pages, reusableContents }: Revision): string[] {
  const written = [...walkPages(pages)].flatMap(page => page.documentId ?? [])
  return [...new Set([...written, ...reusableContents.map(content => content.document)])]
}

function digestsOf(world: World, space: SpaceState, documentId: string): JsonObject {
  return {
    document: digestOf(documentBytes(world, space, documentId)),
    markdown: digestOf(getBody(space, documentId).markdown),
  }
}
