/** What somebody may do over HTTP. Each role may do what those before it may. */
export const ROLES = ['viewer', 'auditor', 'operator', 'restorer', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Who is in a group has a role. */
export interface RoleRule {
  /** As the issuer's claim names it. */
  group: string
  role: Role
  /** Ids; null: every organization. */
  organizations: readonly string[] | null
}
