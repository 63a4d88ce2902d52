/** Spaces that the platform still keeps: deleted less than seven days ago, under their old ids. */
import pMap from 'p-map'
import type { Platform } from '../../platform/client.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { Matches } from '../match/match.ts'
import type { OrganizationState } from '../state.ts'
import type { TargetProfile } from './target-profile.ts'

export async function findUndeletable(
  platform: Platform,
  { source, matches, profile }: { source: OrganizationState; matches: Matches; profile: TargetProfile },
): Promise<ReadonlySet<string>> {
  if (!profile.home) return new Set()
  const missing = source.list('space').filter(space => matches.target(space) === null)
  const found = await pMap(
    missing,
    async space => {
      const there = await platform.spaces.find(space.id).catch((error: unknown) => {
        if (error instanceof Forbidden) return null
        throw error
      })
      return typeof there?.deletedAt === 'string' ? [space.path] : []
    },
    { concurrency: 4 },
  )
  return new Set(found.flat())
}
