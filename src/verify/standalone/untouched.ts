/**
 * Whether a space has what it had before its drill. What somebody wrote meanwhile is nobody's fault; an import that the
 * service gave to the space after all is.
 */
import type { Platform } from '../../platform/client.ts'
import type { Space } from '../../platform/operations/spaces.ts'
import type { DrilledSpace } from './one-space.ts'

export interface LookAtSpace {
  /** That it has now. */
  revision: string | null
  /** Null unless the drill changed it. */
  blame: string | null
  note: string | null
}

/** Back from the revision that it has now; more edits than these in one drill are somebody's script. */
const MOST_REVISIONS = 50

export async function lookAtSpace(
  platform: Platform,
  before: Space,
  drilled: Pick<DrilledSpace, 'revision' | 'commit'>,
): Promise<LookAtSpace> {
  const now = await platform.spaces.find(before.id)
  if (now === null || typeof now.deletedAt === 'string')
    return { revision: null, blame: null, note: 'somebody deleted it meanwhile' }
  const { revision } = now
  if (revision === before.revision) return { revision, blame: null, note: null }
  const ours = await findOurs(platform, { space: before.id, from: revision, to: before.revision }, drilled)
  const note = `somebody edited it meanwhile: its revision was ${before.revision} and is ${revision}, neither is of the drill`
  return ours === null ? { revision, blame: null, note } : { revision, blame: blameFor(ours), note: null }
}

function blameFor(ours: string): string {
  return `the service gave the space the content of the import (revision ${ours}), although it was asked to keep it apart: look at the space, and restore it from a snapshot`
}

interface Stretch {
  space: string
  from: string
  to: string
}

async function findOurs(
  { content }: Platform,
  { space, from, to }: Stretch,
  { revision, commit }: Pick<DrilledSpace, 'revision' | 'commit'>,
): Promise<string | null> {
  let id: string | undefined = from
  for (let steps = 0; id !== undefined && id !== to && steps < MOST_REVISIONS; steps++) {
    const { git, parents }: Awaited<ReturnType<typeof content.revision>> = await content.revision(space, id)
    if (id === revision || (commit !== null && git?.oid === commit)) return id
    id = parents?.[0]
  }
  return null
}
