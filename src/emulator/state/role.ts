/**
 * Roles, strongest first, and which of two wins.
 */
export const ROLES = ['admin', 'create', 'edit', 'review', 'comment', 'read'] as const
export type Role = (typeof ROLES)[number]

/** The strongest of the given ones; null when there is none. */
export function strongest(roles: readonly (Role | null | undefined)[]): Role | null {
  return ROLES.find(role => roles.includes(role)) ?? null
}
