/**
 * The role that somebody has in effect, and through what. What the platform itself says counts; the way in is then the
 * nearest one that gives that role. Where the platform does not say, the role is computed.
 */
import type { PlaceName } from './facts.ts'
import type { LoadedAccess } from './load.ts'
import { type Resolution, type ResolvedAccess, resolveAccess, type Via, waysIn } from './resolve.ts'
import type { Role } from './role.ts'

export interface EffectiveAccess {
  role: Role
  /** Null: the platform says so, and nothing that was read explains it. */
  via: Via | null
  source: 'platform' | 'computed'
}

export function effectiveAccess(
  facts: LoadedAccess,
  person: string,
  place: PlaceName,
  resolution: Resolution,
): EffectiveAccess | null {
  const listed = facts.listed(place, person)
  const computed = resolveAccess(facts, person, place, resolution)
  if (listed === undefined) return computed && { ...computed, source: 'computed' }
  if (listed === null) return null
  const via = computed?.role === listed ? computed.via : nearestVia(waysIn(facts, person, place), listed)
  return { role: listed, via, source: 'platform' }
}

/** The nearest way in that gives a role. */
function nearestVia(ways: Iterable<ResolvedAccess>, role: Role): Via | null {
  for (const way of ways) if (way.role === role) return way.via
  return null
}
