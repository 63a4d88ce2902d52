/**
 * Who may do what on a place, and because of what. Pure.
 *
 * `precedence`: the space itself decides before the sites that show it, those before the collections it is in, inside
 * first, and those before the organization. On each level the strongest of the direct grant and those of the person's
 * teams counts; without a grant the level's default, unless it is inherited. A level that does not inherit ends the search.
 * `highest`: the strongest of all of these grants and of the default that applies. Platforms have done either.
 *
 * Administrators of the organization may do everything; who is disabled may do nothing; defaults are not for guests.
 */
import type { AccessFacts, PersonFacts, PlaceName } from './facts.ts'
import { type Level as DefaultLevel, type Role, strengthOf } from './role.ts'

export const RESOLUTIONS = ['precedence', 'highest'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

export interface Via {
  by: 'administrator' | 'direct' | 'team' | 'default' | 'role'
  /** The place that grants it; null for the organization. */
  place: PlaceName | null
  team: string | null
}

export interface ResolvedAccess {
  role: Role
  via: Via
}

const MAX_DEPTH = 100

export function resolveAccess(
  facts: AccessFacts,
  person: string,
  place: PlaceName,
  resolution: Resolution = 'precedence',
): ResolvedAccess | null {
  const known = facts.person(person)
  if (known?.disabled) return null
  if (known?.role === 'admin') return { role: 'admin', via: { by: 'administrator', place: null, team: null } }
  const levels = levelsOf(facts, place)
  return resolution === 'precedence'
    ? byPrecedence(facts, person, known, levels)
    : byStrength(facts, person, known, levels)
}

/** Every way in, the nearest first, whether it decides or not. */
export function* waysIn(facts: AccessFacts, person: string, place: PlaceName): Generator<ResolvedAccess> {
  const known = facts.person(person)
  if (known?.role === 'admin') yield { role: 'admin', via: { by: 'administrator', place: null, team: null } }
  for (const level of levelsOf(facts, place)) {
    yield* grantsOn(facts, person, level)
    const said = defaultOf(level, known)
    if (said) yield said
  }
  if (known) yield* organizationWays(facts, known)
}

interface Level {
  /** One place; or all the sites that show a space. */
  places: readonly PlaceName[]
  defaultLevel: DefaultLevel
}

/** The place, the sites that show it, the collections around it. */
function levelsOf(facts: AccessFacts, name: PlaceName): Level[] {
  const own = facts.place(name)
  if (own === null) return []
  const levels: Level[] = [{ places: [name], defaultLevel: own.defaultLevel }]
  const sites = name.kind === 'space' ? facts.sitesOf(name.id) : []
  const places = sites.map(id => ({ kind: 'site' as const, id }))
  if (places.length > 0) levels.push({ places, defaultLevel: 'inherit' })
  const seen = new Set<string>()
  for (let id = own.parent; id !== null && !seen.has(id) && seen.size < MAX_DEPTH; ) {
    seen.add(id)
    const collection = { kind: 'collection' as const, id }
    const place = facts.place(collection)
    if (place === null) break
    levels.push({ places: [collection], defaultLevel: place.defaultLevel })
    id = place.parent
  }
  return levels
}

function byPrecedence(
  facts: AccessFacts,
  person: string,
  known: PersonFacts | null,
  levels: readonly Level[],
): ResolvedAccess | null {
  for (const level of levels) {
    const granted = strongest(grantsOn(facts, person, level))
    if (granted) return granted
    if (level.defaultLevel !== 'inherit') return defaultOf(level, known)
  }
  return levels.length > 0 && known ? strongest(organizationWays(facts, known)) : null
}

function byStrength(
  facts: AccessFacts,
  person: string,
  known: PersonFacts | null,
  levels: readonly Level[],
): ResolvedAccess | null {
  const ways = levels.flatMap(level => [...grantsOn(facts, person, level)])
  const end = levels.find(({ defaultLevel }) => defaultLevel !== 'inherit')
  const said = end && defaultOf(end, known)
  if (said) ways.push(said)
  if (!end && levels.length > 0 && known) ways.push(...organizationWays(facts, known))
  return strongest(ways)
}

function* grantsOn(facts: AccessFacts, person: string, { places }: Level): Generator<ResolvedAccess> {
  for (const place of places) {
    const direct = facts.userGrant(place, person)
    if (direct) yield { role: direct, via: { by: 'direct', place, team: null } }
    for (const team of facts.teamsOf(person)) {
      const role = facts.teamGrant(place, team)
      if (role) yield { role, via: { by: 'team', place, team } }
    }
  }
}

/** Not for guests. */
function defaultOf({ defaultLevel, places }: Level, known: PersonFacts | null): ResolvedAccess | null {
  if (defaultLevel === 'inherit' || defaultLevel === null || known?.role == null) return null
  return { role: defaultLevel, via: { by: 'default', place: places[0] ?? null, team: null } }
}

/** Services differ in which of the two they take: an audit must not understate. */
function* organizationWays(facts: AccessFacts, { role }: PersonFacts): Generator<ResolvedAccess> {
  if (role === null) return
  yield { role, via: { by: 'role', place: null, team: null } }
  if (facts.defaultRole) yield { role: facts.defaultRole, via: { by: 'default', place: null, team: null } }
}

/** The first of several that are equally strong. */
function strongest(ways: Iterable<ResolvedAccess>): ResolvedAccess | null {
  let best: ResolvedAccess | null = null
  for (const way of ways) if (strengthOf(way.role) > strengthOf(best?.role ?? null)) best = way
  return best
}
