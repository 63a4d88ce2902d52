/** Integrations: api.md 4.18. */
import type { Caller } from '../caller.ts'
import {
  type IntegrationCategory,
  type IntegrationTarget,
  type IntegrationVisibility,
  installationSchema,
  installedSchema,
  integrationSchema,
  sitePlaceSchema,
  spacePlaceSchema,
} from './integration-shapes.ts'

interface IntegrationQuery {
  /** In names. */
  search?: string
  category?: IntegrationCategory
  /** With a block that unfurls addresses of this domain. */
  blockDomain?: string
  blocks?: boolean
  contentSources?: boolean
  /** Organization. */
  owner?: string
  scope?: string
  target?: IntegrationTarget
}

/** Images are base64 text, `summary` is Markdown. */
interface IntegrationPublication {
  title: string
  description: string
  script: string
  /** Id or subdomain of the owner. */
  organization: string
  runtime?: string
  icon?: string
  summary?: string
  previewImages?: readonly string[]
  visibility?: IntegrationVisibility
  /** By default it can be installed everywhere. */
  target?: IntegrationTarget
  scopes?: readonly string[]
  categories?: readonly IntegrationCategory[]
  blocks?: readonly object[]
  contentSources?: readonly object[]
  externalLinks?: readonly { url: string; label: string }[]
  configurations?: object
  secrets?: Readonly<Record<string, string>>
  contentSecurityPolicy?: string | object
}

export const integrationOperations = (caller: Caller) => ({
  list: (query: IntegrationQuery = {}) =>
    caller.list(['listIntegrations', ['integrations'], { ...query }], integrationSchema, one => one.name),
  /** Null where the platform answers 404. */
  find: (name: string) => caller.find(['getIntegrationByName', ['integrations', name]], integrationSchema),
  /** Makes it, or its next version. */
  publish: (name: string, integration: IntegrationPublication) =>
    caller.send(['publishIntegration', 'POST', ['integrations', name], integration], integrationSchema),
  unpublish: (name: string) => caller.run(['unpublishIntegration', 'DELETE', ['integrations', name]]),
  /** For the integration's own token (facts.md 2.2): expect a refusal. */
  listInstallations: (name: string, query: { externalId?: string } = {}) =>
    caller.list(
      ['listIntegrationInstallations', ['integrations', name, 'installations'], { ...query }],
      installationSchema,
      one => one.id,
    ),
  /** *Extension.* All that an organization installed. */
  listInstalled: (organization: string) =>
    caller.list(
      ['listOrganizationInstallations', ['orgs', organization, 'installations']],
      installedSchema,
      one => one.installation.id,
    ),
  /** *Extension.* Null where the platform answers 404. */
  findInstallation: (name: string, installation: string) =>
    caller.find(['getIntegrationInstallationById', pathOf(name, installation)], installationSchema),
  /** *Extension.* Single spaces: an installation on all of them lists none. */
  listInstallationSpaces: (name: string, installation: string) =>
    caller.list(
      ['listIntegrationInstallationSpaces', pathOf(name, installation, 'spaces')],
      spacePlaceSchema,
      one => one.space,
    ),
  /** *Extension.* Null where the platform answers 404. */
  findInstallationSpace: (name: string, installation: string, space: string) =>
    caller.find(
      ['getIntegrationSpaceInstallation', pathOf(name, installation, 'spaces', space)],
      spacePlaceSchema,
    ),
  /** *Extension.* */
  listInstallationSites: (name: string, installation: string) =>
    caller.list(
      ['listIntegrationInstallationSites', pathOf(name, installation, 'sites')],
      sitePlaceSchema,
      one => one.site,
    ),
  /** *Extension.* Null where the platform answers 404. */
  findInstallationSite: (name: string, installation: string, site: string) =>
    caller.find(
      ['getIntegrationSiteInstallation', pathOf(name, installation, 'sites', site)],
      sitePlaceSchema,
    ),
})

function pathOf(name: string, installation: string, ...rest: readonly string[]): string[] {
  return ['integrations', name, 'installations', installation, ...rest]
}
