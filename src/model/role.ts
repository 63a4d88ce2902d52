/** What somebody may do over HTTP. Each role may do what those before it may. */
export const ROLES = ['viewer', 'auditor', 'operator', 'restorer', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Who is in a group has a role. */
export interface RoleRule {
  /** As the issuer's claim names it. */
  group: string
  role: Role
  /** Ids; null: every organization, or those of `tenants`. */
  organizations: readonly string[] | null
  /** Names: it is for what platforms of these tenants have. Where it is there, `organizations` is null. */
  tenants?: readonly string[]
}
