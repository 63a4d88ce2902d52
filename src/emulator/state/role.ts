/**
 * Roles, strongest first, and which of two wins.
 */
export const ROLES = ['admin', 'create', 'edit', 'review', 'comment', 'read'] as const
export type Role = (typeof ROLES)[number]

/** What members may do without a grant: `inherit` takes the level of what is above, null gives nothing. */
export const DEFAULT_LEVELS = [...ROLES, 'inherit'] as const
export type DefaultLevel = (typeof DEFAULT_LEVELS)[number] | null

/** The strongest of the given ones; null when there is none. */
export function strongest(roles: readonly (Role | null | undefined)[]): Role | null {
  return ROLES.find(role => roles.includes(role)) ?? null
}
