/** *Extensions* G: sites as wholes. What they are built of is in site-sections.ts and its neighbours. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Position } from './shapes.ts'
import {
  adaptiveSchemaSchema,
  customizationSchema,
  mcpServerSchema,
  publishedSiteSchema,
  publishingAuthSchema,
  redirectSchema,
  type SitePointer,
  type SiteType,
  type SiteVisibility,
  siteSchema,
  siteStructureSchema,
} from './site-shapes.ts'

const anything = z.looseObject({})

interface NewSite {
  type?: SiteType
  title?: string
  visibility?: SiteVisibility
  spaces?: readonly string[]
}

export interface SiteChange {
  title?: string
  visibility?: SiteVisibility
  basename?: string
  adaptiveContent?: { enabled: boolean }
  /** Of older services. */
  agentsContext?: string
  /** Of newer ones. */
  defaultLevel?: string | null
  defaultSiteSpace?: string
  defaultSiteSection?: string
  proxy?: string | null
  /** Id of a space; null: none. Of newer services. */
  styleguide?: string | null
}

type RedirectDestination =
  | { kind: 'site-section'; siteSectionId: string }
  | { kind: 'site-space'; siteSpaceId: string }
  | { kind: 'site-page'; siteSpaceId: string; pageId: string }
  | { kind: 'external'; url: string }

interface NewRedirect {
  source: string
  destination: RedirectDestination
  /** From here on, of newer services. */
  draft?: boolean
  captureWildcard?: boolean
  permanent?: boolean
}

interface NewMcpServer {
  name: string
  url: string
  headers: Readonly<Record<string, string>>
  /** From here on, of newer services. */
  transport?: string
  condition?: string
}

export const siteOperations = (caller: Caller) => ({
  /** *Extension.* */
  list: (organization: string) =>
    caller.list(['listSites', ['orgs', organization, 'sites']], siteSchema, item => item.id),
  /** *Extension.* Unpublished. */
  create: (organization: string, site: NewSite = {}) =>
    caller.send(['createSite', 'POST', ['orgs', organization, 'sites'], site], siteSchema),
  /** *Extension.* Null where the platform answers 404. */
  find: (organization: string, site: string) =>
    caller.find(['getSiteById', pathOf(organization, site)], siteSchema),
  /** *Extension.* */
  update: (organization: string, site: string, change: SiteChange) =>
    caller.send(['updateSiteById', 'PATCH', pathOf(organization, site), change], siteSchema),
  /** *Extension.* */
  delete: (organization: string, site: string) =>
    caller.run(['deleteSiteById', 'DELETE', pathOf(organization, site)]),
  /** *Extension.* */
  structure: (organization: string, site: string, shareKey?: string) =>
    caller.get(
      ['getSiteStructure', pathOf(organization, site, 'structure'), { shareKey }],
      siteStructureSchema,
    ),
  /** *Extension.* */
  sortStructure: (
    organization: string,
    site: string,
    sorting: { item: SitePointer; position: Position<SitePointer> },
  ) =>
    caller.change(
      ['sortSiteStructure', 'PATCH', pathOf(organization, site, 'structure', 'sort'), sorting],
      anything,
    ),
  /** *Extension.* Site, structure, look and scripts in one answer. Null where it is not published. */
  published: (organization: string, site: string, shareKey?: string) =>
    caller.find(
      ['getPublishedContentSite', pathOf(organization, site, 'published'), { shareKey }],
      publishedSiteSchema,
    ),
  /** *Extension.* A site, or a checkout where the plan has to be paid first. */
  publish: (organization: string, site: string) =>
    caller.send(['publishSite', 'POST', pathOf(organization, site, 'publish')], anything),
  /** *Extension.* */
  unpublish: (organization: string, site: string) =>
    caller.send(['unpublishSite', 'POST', pathOf(organization, site, 'unpublish')], siteSchema),
  /** *Extension.* The whole look. */
  customization: (organization: string, site: string) =>
    caller.get(
      ['getSiteCustomizationById', pathOf(organization, site, 'customization')],
      customizationSchema,
    ),
  /** *Extension.* Replaces the whole look: what is left out gets its default. */
  customize: (organization: string, site: string, customization: object) =>
    caller.send(
      ['updateSiteCustomizationById', 'PUT', pathOf(organization, site, 'customization'), customization],
      customizationSchema,
    ),
  /** *Extension.* */
  listRedirects: (organization: string, site: string) =>
    caller.list(
      ['listSiteRedirects', pathOf(organization, site, 'redirects')],
      redirectSchema,
      item => item.id,
    ),
  /** *Extension.* Null where no redirect has that source. */
  findRedirect: (organization: string, site: string, source: string) =>
    caller.find(
      ['getSiteRedirectBySource', pathOf(organization, site, 'redirect'), { source }],
      z.looseObject({ redirect: redirectSchema }),
    ),
  /** *Extension.* */
  createRedirect: (organization: string, site: string, redirect: NewRedirect) =>
    caller.send(
      ['createSiteRedirect', 'POST', pathOf(organization, site, 'redirects'), redirect],
      redirectSchema,
    ),
  /** *Extension.* */
  updateRedirect: (organization: string, site: string, redirect: string, change: Partial<NewRedirect>) =>
    caller.send(
      ['updateSiteRedirectById', 'PATCH', pathOf(organization, site, 'redirects', redirect), change],
      redirectSchema,
    ),
  /** *Extension.* */
  deleteRedirect: (organization: string, site: string, redirect: string) =>
    caller.run(['deleteSiteRedirectById', 'DELETE', pathOf(organization, site, 'redirects', redirect)]),
  /** *Extension.* Its `privateKey` is a secret. */
  publishingAuth: (organization: string, site: string) =>
    caller.get(
      ['getSitePublishingAuthById', pathOf(organization, site, 'publishing', 'auth')],
      publishingAuthSchema,
    ),
  /** *Extension.* */
  updatePublishingAuth: (organization: string, site: string, change: object) =>
    caller.send(
      ['updateSitePublishingAuthById', 'PATCH', pathOf(organization, site, 'publishing', 'auth'), change],
      anything,
    ),
  /** *Extension.* What is known of visitors. */
  adaptiveSchema: (organization: string, site: string) =>
    caller.get(adaptiveSchemaAt(organization, site), adaptiveSchemaSchema),
  /** *Extension.* Null for a site that has none. */
  findAdaptiveSchema: (organization: string, site: string) =>
    caller.find(adaptiveSchemaAt(organization, site), adaptiveSchemaSchema),
  /** *Extension.* */
  updateAdaptiveSchema: (organization: string, site: string, schema: object) =>
    caller.send(
      ['updateSiteAdaptiveSchema', 'PUT', pathOf(organization, site, 'adaptive-schema'), schema],
      anything,
    ),
  /** *Extension.* */
  listMcpServers: (organization: string, site: string) =>
    caller.list(
      ['listSiteMcpServers', pathOf(organization, site, 'mcp-servers')],
      mcpServerSchema,
      item => item.id,
    ),
  /** *Extension.* */
  createMcpServer: (organization: string, site: string, server: NewMcpServer) =>
    caller.send(
      ['createSiteMcpServer', 'POST', pathOf(organization, site, 'mcp-servers'), server],
      mcpServerSchema,
    ),
  /** *Extension.* Null where the platform answers 404. */
  findMcpServer: (organization: string, site: string, server: string) =>
    caller.find(['getSiteMcpServerById', pathOf(organization, site, 'mcp-servers', server)], mcpServerSchema),
  /** *Extension.* */
  updateMcpServer: (organization: string, site: string, server: string, change: Partial<NewMcpServer>) =>
    caller.send(
      ['updateSiteMcpServerById', 'PATCH', pathOf(organization, site, 'mcp-servers', server), change],
      mcpServerSchema,
    ),
  /** *Extension.* */
  deleteMcpServer: (organization: string, site: string, server: string) =>
    caller.run(['deleteSiteMcpServerById', 'DELETE', pathOf(organization, site, 'mcp-servers', server)]),
  /** *Extension.* */
  listIntegrations: (organization: string, site: string) =>
    caller.list(
      ['listSiteIntegrations', pathOf(organization, site, 'integrations')],
      z.looseObject({}),
      null,
    ),
})

function adaptiveSchemaAt(organization: string, site: string): [string, string[]] {
  return ['getSiteAdaptiveSchema', pathOf(organization, site, 'adaptive-schema')]
}

function pathOf(organization: string, site: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'sites', site, ...rest]
}
