/**
 * One revision of a space, whichever it is, with all bodies and the digests of all files: what a backup that says to
 * hold this revision must hold.
 */
import { digestOf } from '../../model/digest.ts'
import { documentJson, getBody } from '../state/body.ts'
import { presentRevision } from '../state/content-view.ts'
import type { JsonObject } from '../state/json-object.ts'
import { getRevision, getSpace } from '../state/space.ts'
import type { World } from '../state/world.ts'
import { documentsOf } from './describe-content.ts'

export interface RevisionDescription {
  /** As the API presents it, with metadata and with computed pages as their definition. */
  content: JsonObject
  /** By document id. */
  bodies: ReadonlyMap<string, { document: JsonObject; markdown: string }>
  /** SHA-256 by file id. */
  files: ReadonlyMap<string, string>
}

export function describeRevision(world: World, spaceId: string, revisionId: string): RevisionDescription {
  const space = getSpace(world, spaceId)
  const revision = getRevision(space, revisionId)
  const bodyOf = (id: string) => {
    const body = getBody(space, id)
    return { document: { ...documentJson(body) }, markdown: body.markdown }
  }
  return {
    content: presentRevision(world, space, revision, { metadata: true, computed: false }),
    bodies: new Map(documentsOf(revision).map(id => [id, bodyOf(id)])),
    files: new Map(
      revision.files.map(file => [file.id, digestOf(world.blobs.get(file.git.oid) ?? new Uint8Array())]),
    ),
  }
}
