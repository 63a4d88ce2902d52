/**
 * People: users, who of them is a member of what, and the ways in.
 */
import type { Role } from '../role.ts'

export interface User {
  [field: string]: unknown
  object: 'user'
  id: string
  displayName: string
  email: string
  photoURL: string
  urls: { location: string }
}

export interface Member {
  [field: string]: unknown
  object: 'member'
  /** The user's id. */
  id: string
  /** null = guest. */
  role: Role | null
  user: User
  disabled: boolean
  joinedAt: string
  /** Absent for somebody who was never there. */
  lastSeenAt?: string
  sso: boolean
}

export const TEAM_ROLES = ['owner', 'member'] as const

export type TeamRole = (typeof TEAM_ROLES)[number]

interface Team {
  [field: string]: unknown
  object: 'team'
  id: string
  title: string
  createdAt: string
}

export interface TeamState {
  json: Team
  /** By user id. */
  roles: Map<string, TeamRole>
}

/** What people set. */
export interface SamlSettings {
  label: string
  entityID?: string | undefined
  certificate?: string | undefined
  ssoURL?: string | undefined
  /** Team id. */
  defaultTeam?: string | null | undefined
  defaultRole?: Role | null | undefined
}

export interface SamlProvider extends SamlSettings {
  [field: string]: unknown
  object: 'saml-provider'
  id: string
  createdAt: string
}

/** What a link leads to. */
export type InviteTarget =
  | { role: Role | null }
  | { level: Role | null; space: string }
  | { level: Role | null; collection: string }

export interface LinkInvite {
  id: string
  target: InviteTarget
}
