/**
 * Whose access a night widened: people who were let in, or given a stronger role, on what was there before. Counted by what
 * changed, each person once, so the cost follows the changes and not the people.
 */

import { parseLevel, parseRole, type Role, strengthOf } from '../audit/access/role.ts'
import { isAdmin } from '../audit/members.ts'
import { itemOf } from '../diff/describe.ts'
import { valuesAt } from '../model/paths.ts'
import type { Kind } from '../model/resource.ts'
import { PLACE_KINDS } from '../resources/grants.ts'
import { declarationOf } from '../resources/index.ts'
import { MEMBERSHIP } from '../resources/people.ts'
import type { Item } from '../resources/resource.ts'
import type { StoredResource, Vault, VaultChange } from '../vault/vault.ts'
import type { Night } from './nights.ts'
import type { Tally } from './tally.ts'

export class WidenedAccess {
  readonly people = new Set<string>()
  readonly administrators: string[] = []
  readonly #vault: Vault
  readonly #night: Night
  readonly #tally: Tally

  constructor(vault: Vault, night: Night, tally: Tally) {
    this.#vault = vault
    this.#night = night
    this.#tally = tally
  }

  add(change: VaultChange): void {
    const { before, after } = change.stored
    if (after === null || change.type === 'unknown') return
    const access = declarationOf(change.kind)?.access
    if (access === undefined) this.#addPlace(change.kind, before, after)
    else if (change.kind === MEMBERSHIP) this.#addMember(before, after)
    else if (!this.#isInOldPlace(after) || access.as === 'identity') return
    else if (access.as === 'membership') this.#addMembership(before, after)
    else if (isStronger(change.kind, this.#itemOf(before), this.#itemOf(after))) {
      if (access.of === 'person') this.people.add(after.id)
      else this.#addTeam(after.id)
    }
  }

  #itemOf(state: StoredResource | null): Item | null {
    return state && itemOf(this.#vault, state)
  }

  #addMember(before: StoredResource | null, after: StoredResource): void {
    const [was, is] = [this.#itemOf(before), this.#itemOf(after)]
    if (isAdmin(is) && !isAdmin(was)) this.administrators.push(after.id)
    if (strengthAsMember(is) > strengthAsMember(was)) this.people.add(after.id)
  }

  /** What is new comes with those who may see it. */
  #isInOldPlace({ parent, parentKind }: StoredResource): boolean {
    return parent === null || parentKind === 'organization' || this.#tally.wasThere(parent)
  }

  /** A team that has nothing lets nobody in. */
  #addMembership(before: StoredResource | null, { id, parentId }: StoredResource): void {
    if (before !== null || parentId === null) return
    const to = this.#night.to.snapshot
    const hasGrants = PLACE_KINDS.some(
      place => this.#vault.find(to, `${place}-team-grant`, parentId).length > 0,
    )
    if (hasGrants) this.people.add(id)
  }

  #addTeam(id: string): void {
    const to = this.#night.to.snapshot
    for (const team of this.#vault.find(to, 'team', id))
      for (const { id: person } of this.#vault.resources(to, { kind: 'team-member', parent: team.key }))
        this.people.add(person)
  }

  /** What everybody may do: on a space or a collection, or in the organization. */
  #addPlace(kind: string, before: StoredResource | null, after: StoredResource): void {
    if (before === null) return
    const field = kind === 'organization' ? 'defaultRole' : 'defaultLevel'
    if (!['organization', 'space', 'collection'].includes(kind)) return
    const [was, is] = [before, after].map(state => itemOf(this.#vault, state)[field])
    if (was === is || strengthOfLevel(is) <= strengthOfLevel(was)) return
    for (const { id } of this.#vault.resources(this.#night.to.snapshot, { kind: MEMBERSHIP }))
      this.people.add(id)
  }
}

/** What is inherited may be anything: it counts as the weakest role, so that only what is surely wider counts as wider. */
function strengthOfLevel(value: unknown): number {
  const level = parseLevel(value)
  return level === 'inherit' ? strengthOf('read') : strengthOf(level)
}

/** Of a member: who is switched off, or not there, has nothing; a guest is there. */
function strengthAsMember(member: Item | null): number {
  if (!member || member.disabled === true) return -1
  return strengthOf(parseRole(member.role))
}

function isStronger(kind: Kind, was: Item | null, is: Item | null): boolean {
  return was === null || strengthOf(roleIn(kind, is)) > strengthOf(roleIn(kind, was))
}

function roleIn(kind: Kind, item: Item | null): Role | null {
  const paths = declarationOf(kind)?.role ?? ['permission']
  return parseRole(item && paths.flatMap(path => valuesAt(item, path))[0])
}
