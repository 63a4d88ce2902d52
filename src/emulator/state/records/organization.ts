/**
 * Organizations, with all that is addressed only through them.
 */
import type { JsonObject } from '../json-object.ts'
import type { Role } from '../role.ts'
import type { LinkInvite, Member, SamlProvider, TeamState } from './people.ts'
import type { SiteState } from './site.ts'
import type { SpecState } from './spec.ts'

export interface Organization {
  [field: string]: unknown
  object: 'organization'
  id: string
  title: string
  createdAt: string
  emailDomains: string[]
  hostname: string
  defaultRole: Role | null
  /** Null is none. */
  defaultContent: JsonObject | null
  /** What a change request needs before it can be merged. */
  mergeRules: JsonObject
  billing: JsonObject
  trial: JsonObject
}

/** What its assistants are told. */
interface AgentInstructions {
  /** A document. */
  instructions: JsonObject
  updatedAt: string
  /** Id of the user. */
  updatedBy: string
}

export interface OrganizationState {
  json: Organization
  /** By user id, in order of joining. */
  members: Map<string, Member>
  teams: Map<string, TeamState>
  /** By slug. */
  specs: Map<string, SpecState>
  translations: Map<string, TranslationState>
  samlProviders: Map<string, SamlProvider>
  linkInvites: Map<string, LinkInvite>
  /** Where its logo is fetched; absent when it has none. */
  logo?: string
  sites: Map<string, SiteState>
  agentInstructions: AgentInstructions
  /** Oldest first. */
  events: AuditEvent[]
}

export interface AuditEvent {
  object: 'audit-event'
  id: string
  /** Name of the operation. */
  action: string
  occurredAt: string
  /** Id of the user. */
  actor: string
  target: { type: string; id: string }
  /** What the path named. */
  payload: Record<string, string>
}

interface Translation {
  [field: string]: unknown
  id: string
  createdAt: string
  updatedAt: string
}

/** What the document's service knows. */
export interface TranslationSettings {
  title: string
  languages: string[]
}

/** Of a space, into a language; `instructions` is a document. */
export interface SpaceTranslation {
  source: { space: string; language: string }
  language: string
  instructions: JsonObject
}

export type TranslationState = Translation & (TranslationSettings | SpaceTranslation)
