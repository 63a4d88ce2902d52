/** Who asks, and what they may do: in every organization, or in some. */
import { DocvaultError } from '../../model/errors.ts'
import { ROLES, type Role, type RoleRule } from '../../model/role.ts'

export type Grant = Pick<RoleRule, 'role' | 'organizations'>

export interface Identity {
  /** `loopback`: this machine, where neither a token nor an issuer is configured. */
  kind: 'token' | 'person' | 'loopback'
  /** For people and for the ledger of operators. */
  name: string
  /** What the issuer calls a person; null for programs. */
  subject: string | null
  grants: readonly Grant[]
  /** May apply plans that delete, where it may restore at all. */
  mayDelete: boolean
}

/** As the ledger of operators names them. */
export function actorOf({ name, subject }: Identity): { who: string; subject: string | null } {
  return { who: name, subject }
}

/** Status 403. */
export class RoleMissing extends DocvaultError {
  constructor(message: string, hint: string) {
    super('forbidden', message, { hint })
  }
}

/** Status 404: it is not there, or not for whoever asks; the answer is the same. */
export class NothingThere extends DocvaultError {
  constructor(message: string) {
    super('not-found', message)
  }
}

/** `organization`: its id; null: all of them, for which a role in some is not enough. */
export function mayDo(identity: Identity, role: Role, organization: string | null): boolean {
  return grantsOf(identity, role).some(
    ({ organizations }) =>
      organizations === null || (organization !== null && organizations.includes(organization)),
  )
}

/** Ids of the organizations in which the role is had; null: every one; empty: none. */
export function organizationsFor(identity: Identity, role: Role): readonly string[] | null {
  const grants = grantsOf(identity, role)
  if (grants.some(({ organizations }) => organizations === null)) return null
  return [...new Set(grants.flatMap(({ organizations }) => organizations ?? []))]
}

/** Who signed in. */
export function personIdentity(
  { name, subject, groups }: { name: string; subject: string; groups: readonly string[] },
  rules: readonly RoleRule[],
): Identity {
  return { kind: 'person', name, subject, grants: grantsFor(groups, rules), mayDelete: true }
}

/** What people have by their groups. */
export function grantsFor(groups: readonly string[], rules: readonly RoleRule[]): Grant[] {
  return rules
    .filter(({ group }) => groups.includes(group))
    .map(({ role, organizations }) => ({ role, organizations }))
}

/** Those with the role, or a stronger one. */
function grantsOf({ grants }: Identity, role: Role): Grant[] {
  return grants.filter(grant => ROLES.indexOf(grant.role) >= ROLES.indexOf(role))
}
