/**
 * A whole snapshot's facts about access, in memory: a few words for each member, team and grant. For questions about
 * everybody; a report of changes asks for single ones instead.
 */

import { itemOf } from '../../diff/describe.ts'
import { recordOf } from '../../model/fields.ts'
import type { Kind } from '../../model/resource.ts'
import { PLACE_KINDS } from '../../resources/grants.ts'
import type { Item } from '../../resources/resource.ts'
import type { Vault } from '../../vault/vault.ts'
import { membersAt, personFactsOf } from '../members.ts'
import { levelOf, type SnapshotFacts, sitesBySpace } from '../snapshot-facts.ts'
import type { AccessFacts, PersonFacts, PlaceFacts, PlaceName } from './facts.ts'
import { parseRole, type Role } from './role.ts'

export interface LoadedAccess extends AccessFacts {
  /** Ids, members first, then others who were given a role. */
  people: readonly string[]
  spaces: readonly PlaceName[]
  teams: readonly string[]
  /** What the platform itself says that somebody has in effect on a place; undefined where it does not say. */
  listed(place: PlaceName, person: string): Role | null | undefined
}

export function loadAccess(vault: Vault, facts: SnapshotFacts): LoadedAccess {
  const at = facts.snapshot.snapshot
  const members = new Map<string, PersonFacts>()
  for (const { resource, item } of membersAt(vault, at)) members.set(resource.id, personFactsOf(item))
  const teams = teamsByPerson(vault, at)
  const places = new Map<string, PlaceFacts>()
  const grants = new Map<string, Role>()
  const others = new Set<string>()
  for (const kind of PLACE_KINDS) {
    for (const { id, item } of each(vault, at, kind)) {
      const parent = typeof item.parent === 'string' ? item.parent : null
      places.set(`${kind} ${id}`, { parent, defaultLevel: levelOf(item) })
    }
    for (const subject of ['user', 'team'] as const) {
      for (const { id, item, parent } of each(vault, at, `${kind}-${subject}-grant`)) {
        const role = parseRole(item.permission)
        if (role) grants.set(`${subject} ${kind} ${parent} ${id}`, role)
        if (subject === 'user' && !members.has(id)) others.add(id)
      }
    }
  }
  const sites = sitesBySpace(vault, at)
  const platform = platformList(vault, at)
  return {
    defaultRole: parseRole(facts.organization().defaultRole),
    people: [...members.keys(), ...others],
    spaces: [...places.keys()]
      .filter(name => name.startsWith('space '))
      .map(name => ({ kind: 'space' as const, id: name.slice(6) })),
    teams: [...vault.resources(at, { kind: 'team' })].map(team => team.id),
    person: id => members.get(id) ?? null,
    teamsOf: person => teams.get(person) ?? [],
    place: ({ kind, id }) => places.get(`${kind} ${id}`) ?? null,
    sitesOf: space => sites.get(space) ?? [],
    userGrant: (place, person) => grants.get(`user ${place.kind} ${place.id} ${person}`) ?? null,
    teamGrant: (place, team) => grants.get(`team ${place.kind} ${place.id} ${team}`) ?? null,
    listed: platform,
  }
}

function* each(
  vault: Vault,
  at: number,
  kind: Kind,
): Generator<{ id: string; parent: string | null; item: Item }> {
  for (const resource of vault.resources(at, { kind }))
    yield { id: resource.id, parent: resource.parentId, item: itemOf(vault, resource) }
}

function teamsByPerson(vault: Vault, at: number): Map<string, string[]> {
  const teams = new Map<string, string[]>()
  for (const { id, parentId } of vault.resources(at, { kind: 'team-member' })) {
    if (parentId === null) continue
    const known = teams.get(id)
    if (known) known.push(parentId)
    else teams.set(id, [parentId])
  }
  return teams
}

/** From the lists of everybody who can get in, by place or, where there are none, by member. */
function platformList(vault: Vault, at: number): LoadedAccess['listed'] {
  const roles = new Map<string, Role | null>()
  const places = new Set<string>()
  const people = new Set<string>()
  for (const kind of ['space', 'collection'] as const) {
    for (const { id, parent, item } of each(vault, at, `${kind}-access`)) {
      places.add(`${kind} ${parent}`)
      roles.set(`${kind} ${parent} ${id}`, parseRole(item.permission))
    }
  }
  for (const { parent, item } of each(vault, at, 'member-space')) {
    const space = recordOf(item.space)?.id ?? item.space
    if (parent === null || typeof space !== 'string') continue
    people.add(parent)
    roles.set(`space ${space} ${parent}`, parseRole(item.permission))
  }
  return ({ kind, id }, person) => {
    const role = roles.get(`${kind} ${id} ${person}`)
    if (role !== undefined) return role
    return places.has(`${kind} ${id}`) || (kind === 'space' && people.has(person)) ? null : undefined
  }
}
