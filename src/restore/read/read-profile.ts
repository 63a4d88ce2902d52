/** Learns by reading what the service offers, so that a plan can say what it will do. */

import pMap from 'p-map'
import type { Platform } from '../../platform/client.ts'
import { Forbidden, NotFound, RequestRejected } from '../../platform/errors.ts'
import { CONTENT } from '../../resources/drafts.ts'
import type { Matches } from '../match/match.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import type { TargetProfile, WriterName } from './target-profile.ts'

export interface ProfileRequest {
  source: OrganizationState
  target: OrganizationState
  matches: Matches
  writer: WriterName | 'auto'
}

export async function readProfile(platform: Platform, request: ProfileRequest): Promise<TargetProfile> {
  const { source, target, matches } = request
  const extended = await answers(() => platform.users.me())
  // The list of recorded actions came with batches of content changes; it can be read, they cannot.
  const newest =
    extended && (await answers(() => platform.organizations.auditEventActions(target.organization.id)))
  const written = newest ? 'batch' : extended && (await isBetween(platform)) ? 'git' : 'import'
  return {
    source,
    target,
    home: source.organization.id === target.organization.id,
    writer: request.writer === 'auto' ? written : request.writer,
    service: newest ? 'newest' : extended ? 'older' : 'document',
    extended,
    map: matches.map,
    installable: extended ? await installable(platform, source) : new Set(),
    template: templateOf(target),
  }
}

/**
 * Nothing that can be read tells whether a service has content/import, only its version where it says one: that went after
 * 0.143.2, and batches of changes came with 0.201.0.
 */
async function isBetween(platform: Platform): Promise<boolean> {
  const { version } = await platform.users.service()
  const [, minor] = /^0\.(\d+)\./.exec(String(version)) ?? []
  return minor !== undefined && Number(minor) > 143 && Number(minor) < 201
}

/** Refused is there; missing is not. */
async function answers(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (error instanceof NotFound) return false
    if (error instanceof Forbidden || error instanceof RequestRejected) return true
    throw error
  }
}

/** What is private to somebody else cannot be seen. */
async function installable(platform: Platform, source: OrganizationState): Promise<ReadonlySet<string>> {
  const names = new Set(source.list('installation').map(({ json }) => String(json.integration)))
  const known = await pMap(
    names,
    async name => {
      const found = await platform.integrations.find(name).catch((error: unknown) => {
        if (error instanceof Forbidden) return null
        throw error
      })
      return found === null ? [] : [name]
    },
    { concurrency: 4 },
  )
  return new Set(known.flat())
}

function templateOf(target: OrganizationState): StateItem | null {
  const isEmpty = (space: StateItem) => !CONTENT.some(kind => target.isAny(kind, space))
  return target.list('space').find(isEmpty) ?? null
}
