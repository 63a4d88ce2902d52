/**
 * Integrations, where they are installed, and links to Git.
 */
import type { JsonObject } from '../json-object.ts'

export const TARGETS = ['all', 'site', 'space', 'organization'] as const

export const INTEGRATION_VISIBILITIES = ['public', 'private', 'unlisted'] as const

interface Block extends JsonObject {
  id: string
  urlUnfurl?: string[] | undefined
}

/** What its publisher says of it. */
export interface Integration {
  [field: string]: unknown
  title: string
  description: string
  visibility: (typeof INTEGRATION_VISIBILITIES)[number]
  target: (typeof TARGETS)[number]
  scopes: string[]
  categories: string[]
  blocks: Block[]
  contentSources: JsonObject[]
  /** Names. */
  previewImages: string[]
  configurations: JsonObject
}

export interface IntegrationState {
  name: string
  /** One more with every publication. */
  version: number
  json: Integration
  /** Id of the organization that published it. */
  owner: string
  /** Never told. */
  secrets: Record<string, string>
  installations: Map<string, Installation>
  /** What it was told, oldest first. */
  events: IntegrationEvent[]
}

interface IntegrationEvent extends JsonObject {
  id: string
}

export type PlaceKind = 'space' | 'site'

/** Settings that only the integration understands. */
export interface Configured {
  configuration: JsonObject
  externalIds: string[]
}

export interface Installation extends Configured {
  id: string
  /** Id of the organization that installed it. */
  organization: string
  space_selection: 'all' | 'selected'
  site_selection: 'all' | 'selected'
  createdAt: string
  updatedAt: string
  /** By id of the space, and of the site. */
  places: Record<PlaceKind, Map<string, Configured>>
}

export type GitSyncTarget =
  | { type: 'space'; spaceId: string; siteId?: string | undefined }
  | { type: 'site'; siteId: string }
