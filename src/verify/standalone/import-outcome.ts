/**
 * Which revision a standalone import made. The operation answers nothing and no operation lists revisions; only the
 * integrations of a space are told, and whoever published one can read what it was told.
 */
import type { Platform } from '../../platform/client.ts'
import { Forbidden, NotFound } from '../../platform/errors.ts'

export interface ServedCommit {
  space: string
  /** Of the repository that was served. */
  commit: string
}

/** How an import ended, as an integration was told. */
export type ImportOutcome = { state: 'made'; revision: string } | { state: 'failed' }

const COMPLETED = 'space_gitsync_completed'
/** Of each integration. No description says in which order they come, so what was not found names this limit. */
export const MOST_EVENTS = 5000

/** Names of the integrations that the organization published itself. */
export async function ownIntegrations(platform: Platform, organization: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of platform.integrations.list({ owner: organization })) names.push(name)
  return names
}

/** Null while nobody was told. */
export async function findOutcome(
  platform: Platform,
  integrations: readonly string[],
  served: ServedCommit,
): Promise<ImportOutcome | null> {
  for (const name of integrations) {
    const outcome = await outcomeIn(platform, name, served).catch(nullIfUnreadable)
    if (outcome !== null) return outcome
  }
  return null
}

async function outcomeIn(
  platform: Platform,
  name: string,
  served: ServedCommit,
): Promise<ImportOutcome | null> {
  let read = 0
  for await (const { payload } of platform.integrations.listEvents(name)) {
    if (++read > MOST_EVENTS) return null
    const { type, spaceId, commitId, revisionId, state } = payload
    if (type !== COMPLETED || spaceId !== served.space || commitId !== served.commit) continue
    if (state !== 'success' || typeof revisionId !== 'string') return { state: 'failed' }
    return { state: 'made', revision: revisionId }
  }
  return null
}

/** It may be somebody else's to read. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof Forbidden || error instanceof NotFound) return null
  throw error
}
