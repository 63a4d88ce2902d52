/**
 * Sites, and what stands on one beside its structure.
 */
import { z } from 'zod'
import type { JsonObject } from '../json-object.ts'
import type { DefaultLevel } from '../role.ts'
import type { SiteItem } from './site-item.ts'
import type { Grants } from './space.ts'

export const SITE_TYPES = [
  'basic',
  'premium',
  'ultimate',
  'sponsored',
  'legacy-basic',
  'legacy-premium',
] as const

export const SITE_VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const

export type SiteVisibility = (typeof SITE_VISIBILITIES)[number]

export interface Site {
  [field: string]: unknown
  object: 'site'
  id: string
  type: (typeof SITE_TYPES)[number]
  title: string
  basename: string
  visibility: SiteVisibility
  published: boolean
  createdAt: string
  /** What members may do without a grant. */
  defaultLevel: DefaultLevel
  agentsContext: 'included' | 'excluded'
}

export interface PublishingAuth {
  backend: 'custom' | 'integration'
  integration?: string
  fallbackURL?: string
  privateKey: string
}

export interface SiteState extends Grants {
  json: Site
  /** Id of the owning organization. */
  organization: string
  /** Groups, sections and site spaces in one order; what is inside another says so itself. */
  items: Map<string, SiteItem>
  defaultSection: string | null
  /** Of a site without sections. */
  defaultSiteSpace: string | null
  shareLinks: Map<string, ShareLink>
  redirects: Map<string, SiteRedirect>
  mcpServers: Map<string, McpServer>
  /** As last written, without the defaults. */
  customization: JsonObject
  auth: PublishingAuth
  adaptiveSchema: { jsonSchema: JsonObject; updatedAt: string } | null
}

export interface ShareLink {
  object: 'share-link'
  id: string
  createdAt: string
  name: string
  active: boolean
  /** Told in the URL only. */
  key: string
}

export const TRANSPORTS = ['sse', 'http'] as const

export interface McpServer {
  object: 'site-mcp-server'
  id: string
  name: string
  url: string
  headers: Record<string, string>
  /** From here on, of the newest service. */
  transport: (typeof TRANSPORTS)[number]
  condition?: string
}

export const destinationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('site-section'), siteSectionId: z.string() }),
  z.object({ kind: z.literal('site-space'), siteSpaceId: z.string() }),
  z.object({ kind: z.literal('site-page'), siteSpaceId: z.string(), pageId: z.string() }),
  z.object({ kind: z.literal('external'), url: z.url().max(2048) }),
])

export type Destination = z.infer<typeof destinationSchema>

export interface SiteRedirect {
  object: 'site-redirect'
  id: string
  source: string
  destination: Destination
  /** From here on, of the newest service. */
  draft: boolean
  captureWildcard: boolean
  permanent: boolean
  createdAt: string
  updatedAt?: string
}
