/** Who asks, and what they may do: in every organization, or in some. */
import { DocvaultError } from '../../model/errors.ts'
import { ROLES, type Role, type RoleRule } from '../../model/role.ts'

export interface Grant extends Pick<RoleRule, 'role' | 'organizations'> {
  /** Of those that it is bound to, if it is bound to tenants, are its organizations. */
  tenants?: readonly string[]
}

/** Ids of the organizations of a tenant, as far as they are known here. */
export type OrganizationsOf = (tenant: string) => readonly string[]

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

/** Also where nothing is known yet of what it is for. */
export function hasSomewhere(identity: Identity, role: Role): boolean {
  return grantsOf(identity, role).length > 0
}

/** Ids of the organizations in which the role is had; null: every one; empty: none, or none that is known. */
export function organizationsFor(identity: Identity, role: Role): readonly string[] | null {
  const grants = grantsOf(identity, role)
  if (grants.some(({ organizations }) => organizations === null)) return null
  return [...new Set(grants.flatMap(({ organizations }) => organizations ?? []))]
}

/** Names of the tenants of which the role is had as a whole; null: every one. */
export function tenantsFor(identity: Identity, role: Role): readonly string[] | null {
  const grants = grantsOf(identity, role)
  if (grants.some(({ organizations }) => organizations === null)) return null
  return [...new Set(grants.flatMap(({ tenants = [] }) => tenants))]
}

/** Who signed in. */
export function personIdentity(
  { name, subject, groups }: { name: string; subject: string; groups: readonly string[] },
  rules: readonly RoleRule[],
  organizationsOf: OrganizationsOf,
): Identity {
  const grants = grantsFor(groups, rules, organizationsOf)
  return { kind: 'person', name, subject, grants, mayDelete: true }
}

/** What people have by their groups. */
export function grantsFor(
  groups: readonly string[],
  rules: readonly RoleRule[],
  organizationsOf: OrganizationsOf,
): Grant[] {
  return rules
    .filter(({ group }) => groups.includes(group))
    .map(({ role, organizations, tenants }) =>
      tenants
        ? { role, organizations: [...new Set(tenants.flatMap(organizationsOf))], tenants }
        : { role, organizations },
    )
}

/** Those with the role, or a stronger one. */
function grantsOf({ grants }: Identity, role: Role): Grant[] {
  return grants.filter(grant => ROLES.indexOf(grant.role) >= ROLES.indexOf(role))
}
