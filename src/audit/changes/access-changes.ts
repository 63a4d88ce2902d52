/**
 * Whose access a change of a place changed: who gains it, who loses it, and who has another role, by this change alone.
 * Computed with everything else as it is after it; what a platform lists may be older than the change.
 */
import type { AccessFacts, PlaceFacts, PlaceName } from '../access/facts.ts'
import type { LoadedAccess } from '../access/load.ts'
import { type Resolution, type ResolvedAccess, resolveAccess } from '../access/resolve.ts'

export interface AccessChange {
  person: string
  place: PlaceName
  before: ResolvedAccess | null
  after: ResolvedAccess | null
}

export interface AccessChanges {
  /** The first ones, in the order of places and people. */
  changes: AccessChange[]
  gained: number
  lost: number
  changed: number
}

const MAX_LISTED = 100
const MAX_PLACES = 200

/** `before`: of the place that changed, what it had. */
export function accessChangesOf(
  after: LoadedAccess,
  changed: PlaceName,
  before: PlaceFacts,
  resolution: Resolution,
): AccessChanges {
  const asBefore: AccessFacts = {
    defaultRole: after.defaultRole,
    person: after.person,
    teamsOf: after.teamsOf,
    sitesOf: after.sitesOf,
    userGrant: after.userGrant,
    teamGrant: after.teamGrant,
    place: name => (name.kind === changed.kind && name.id === changed.id ? before : after.place(name)),
  }
  const found: AccessChanges = { changes: [], gained: 0, lost: 0, changed: 0 }
  for (const place of placesIn(after, asBefore, changed)) {
    for (const person of after.people) {
      const [was, is] = [asBefore, after].map(facts => resolveAccess(facts, person, place, resolution))
      if ((was?.role ?? null) === (is?.role ?? null)) continue
      if (!was) found.gained++
      else if (!is) found.lost++
      else found.changed++
      if (found.changes.length < MAX_LISTED)
        found.changes.push({ person, place, before: was ?? null, after: is ?? null })
    }
  }
  return found
}

export function accessChangeWords({ gained, lost, changed, changes }: AccessChanges): string {
  const words = [
    ...(gained > 0 ? [`${gained} gain access`] : []),
    ...(lost > 0 ? [`${lost} lose access`] : []),
    ...(changed > 0 ? [`${changed} have another role`] : []),
  ]
  const total = gained + lost + changed
  if (total > changes.length) words.push(`the first ${changes.length} are listed`)
  return words.join(', ') || 'nobody has other access'
}

/** The space, or the spaces that stand in the collection now or stood there. */
function* placesIn(after: LoadedAccess, before: AccessFacts, changed: PlaceName): Generator<PlaceName> {
  if (changed.kind === 'space') return yield changed
  let count = 0
  for (const space of after.spaces) {
    if (!stands(after, space, changed.id) && !stands(before, space, changed.id)) continue
    if (count++ >= MAX_PLACES) return
    yield space
  }
}

function stands(facts: AccessFacts, space: PlaceName, collection: string): boolean {
  const seen = new Set<string>()
  for (let id = facts.place(space)?.parent ?? null; id !== null && !seen.has(id); ) {
    if (id === collection) return true
    seen.add(id)
    id = facts.place({ kind: 'collection', id })?.parent ?? null
  }
  return false
}
