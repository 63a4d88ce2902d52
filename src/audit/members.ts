/** Who is in the organization, as one snapshot has it, and what the platform says of each. */
import { itemOf } from '../diff/describe.ts'
import { MEMBERSHIP } from '../resources/people.ts'
import type { Item } from '../resources/resource.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import type { PersonFacts } from './access/facts.ts'
import { parseRole } from './access/role.ts'

export interface MemberState {
  resource: StoredResource
  item: Item
}

/** Streamed; `at` is the number of a snapshot. */
export function* membersAt(vault: Vault, at: number): Generator<MemberState> {
  for (const resource of vault.resources(at, { kind: MEMBERSHIP }))
    yield { resource, item: itemOf(vault, resource) }
}

/** Null for somebody who is no member. */
export function memberAt(vault: Vault, at: number, id: string): StoredResource | null {
  return vault.find(at, MEMBERSHIP, id)[0] ?? null
}

export function hasMembers(vault: Vault, at: number): boolean {
  const [member] = vault.resources(at, { kind: MEMBERSHIP })
  return member !== undefined
}

export function personFactsOf(member: Item): PersonFacts {
  return { role: parseRole(member.role), disabled: member.disabled === true }
}

/** An enabled one. */
export function isAdmin(member: Item | null): boolean {
  return member?.role === 'admin' && member.disabled !== true
}
