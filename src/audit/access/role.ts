/** Roles, strongest first. A guest has none. */
export const ROLES = ['admin', 'create', 'edit', 'review', 'comment', 'read'] as const
export type Role = (typeof ROLES)[number]

/** What members may do on a place without a grant: a role, nothing (null), or what is above it says. */
export type Level = Role | null | 'inherit'

export function parseRole(value: unknown): Role | null {
  return ROLES.find(role => role === value) ?? null
}

/** A level that is not said is inherited. */
export function parseLevel(value: unknown): Level {
  return value === undefined || value === 'inherit' ? 'inherit' : parseRole(value)
}

/** 0 for none, more for stronger. */
export function strengthOf(role: Role | null): number {
  return role === null ? 0 : ROLES.length - ROLES.indexOf(role)
}
