/** What a change means for the person or team it is about: the role they have in effect, and through what. */

import type { Kind } from '../../model/resource.ts'
import { PLACE_KINDS } from '../../resources/grants.ts'
import { declarationOf } from '../../resources/index.ts'
import { MEMBERSHIP } from '../../resources/people.ts'
import { type Resolution, type ResolvedAccess, resolveAccess, type Via } from '../access/resolve.ts'
import type { SnapshotFacts } from '../snapshot-facts.ts'

export interface Effect {
  role: string
  via: string
}

const NOTHING: Effect = { role: '', via: '' }

export interface About {
  kind: Kind
  id: string
  parent: string | null
}

export function effectOf(facts: SnapshotFacts, change: About, resolution: Resolution): Effect {
  const { id, parent } = change
  if (change.kind === MEMBERSHIP) return ofMember(facts, id)
  const declared = declarationOf(change.kind)
  const place = PLACE_KINDS.find(kind => kind === declared?.parent)
  if (declared?.access?.as !== 'grant' || place === undefined || parent === null) return NOTHING
  if (declared.access.of === 'team') {
    const role = facts.access.teamGrant({ kind: place, id: parent }, id)
    return { role: role ?? 'none', via: role ? 'team' : '' }
  }
  return inWords(facts, resolveAccess(facts.access, id, { kind: place, id: parent }, resolution))
}

export function inWords(facts: SnapshotFacts, access: ResolvedAccess | null): Effect {
  if (access === null) return { role: 'none', via: '' }
  return { role: access.role, via: viaInWords(facts, access.via) }
}

export function viaInWords(facts: SnapshotFacts, via: Via): string {
  const place = via.place
    ? `${via.place.kind} ${facts.title(via.place.kind, via.place.id) ?? via.place.id}`
    : null
  switch (via.by) {
    case 'administrator':
      return 'administrator of the organization'
    case 'direct':
      return `direct on ${place}`
    case 'team':
      return `team ${facts.title('team', via.team ?? '') ?? via.team} on ${place}`
    case 'role':
      return 'role in the organization'
    case 'default':
      return place === null ? 'organization default' : `default of ${place}`
  }
}

function ofMember(facts: SnapshotFacts, id: string): Effect {
  const person = facts.access.person(id)
  if (person === null) return { role: 'none', via: '' }
  if (person.disabled) return { role: 'none (disabled)', via: '' }
  if (person.role === 'admin') return { role: 'admin everywhere', via: 'administrator of the organization' }
  return person.role === null
    ? { role: 'guest', via: 'grants only' }
    : { role: `${person.role} in the organization`, via: 'role in the organization' }
}
