/** Integrations: docs/reference/operations.md, 4.18. */
import { embeddedId } from '../../model/embedded-id.ts'
import type { Caller } from '../caller.ts'
import {
  type IntegrationCategory,
  type IntegrationTarget,
  type IntegrationVisibility,
  installationSchema,
  installedSchema,
  integrationEventSchema,
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

/** The configuration may hold credentials. */
interface PlaceChange {
  configuration?: object
  externalIds?: readonly string[]
}

interface InstallationChange extends PlaceChange {
  space_selection?: string
  site_selection?: string
}

export const integrationOperations = (caller: Caller) => ({
  list: (query: IntegrationQuery = {}) =>
    caller.list(['listIntegrations', ['integrations'], { ...query }], integrationSchema, item => item.name),
  /** Null where the platform answers 404. */
  find: (name: string) => caller.find(['getIntegrationByName', ['integrations', name]], integrationSchema),
  /** Makes it, or its next version. */
  publish: (name: string, integration: IntegrationPublication) =>
    caller.send(['publishIntegration', 'POST', ['integrations', name], integration], integrationSchema),
  unpublish: (name: string) => caller.run(['unpublishIntegration', 'DELETE', ['integrations', name]]),
  /** For the integration's own token (docs/development/platform.md#tokens): expect a refusal. */
  listInstallations: (name: string, query: { externalId?: string } = {}) =>
    caller.list(
      ['listIntegrationInstallations', ['integrations', name, 'installations'], { ...query }],
      installationSchema,
      item => item.id,
    ),
  /** *Extension.* What it was told of spaces that it is installed on, for whoever published it. */
  listEvents: (name: string) =>
    caller.list(
      ['listIntegrationEvents', ['integrations', name, 'events'], { limit: 1000 }],
      integrationEventSchema,
      item => item.id,
    ),
  /** *Extension.* All that an organization installed. */
  listInstalled: (organization: string) =>
    caller.list(
      ['listOrganizationInstallations', ['orgs', organization, 'installations']],
      installedSchema,
      item => item.installation.id,
    ),
  /** *Extension.* Null where the platform answers 404. */
  findInstallation: (name: string, installation: string) =>
    caller.find(['getIntegrationInstallationById', pathOf(name, installation)], installationSchema),
  /** *Extension.* Single spaces: an installation on all of them lists none. */
  listInstallationSpaces: (name: string, installation: string) =>
    caller.list(
      ['listIntegrationInstallationSpaces', pathOf(name, installation, 'spaces')],
      spacePlaceSchema,
      item => embeddedId(item.space),
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
      item => embeddedId(item.site),
    ),
  /** *Extension.* Null where the platform answers 404. */
  findInstallationSite: (name: string, installation: string, site: string) =>
    caller.find(
      ['getIntegrationSiteInstallation', pathOf(name, installation, 'sites', site)],
      sitePlaceSchema,
    ),
  /** *Extension.* In an organization; it acts from then on. */
  install: (name: string, organization: string) =>
    caller.make(
      ['installIntegration', 'POST', ['integrations', name, 'installations'], { organization }],
      installationSchema,
    ),
  /** *Extension.* */
  updateInstallation: (name: string, installation: string, change: InstallationChange) =>
    caller.send(
      ['updateIntegrationInstallation', 'PATCH', pathOf(name, installation), change],
      installationSchema,
    ),
  /** *Extension.* */
  uninstall: (name: string, installation: string) =>
    caller.run(['uninstallIntegration', 'DELETE', pathOf(name, installation)]),
  /** *Extension.* */
  installOnSpace: (name: string, installation: string, space: string) =>
    caller.make(
      ['installIntegrationOnSpace', 'POST', pathOf(name, installation, 'spaces'), { space }],
      spacePlaceSchema,
    ),
  /** *Extension.* */
  updateInstallationSpace: (name: string, installation: string, space: string, change: PlaceChange) =>
    caller.send(
      ['updateIntegrationSpaceInstallation', 'PATCH', pathOf(name, installation, 'spaces', space), change],
      spacePlaceSchema,
    ),
  /** *Extension.* */
  installOnSite: (name: string, installation: string, siteId: string) =>
    caller.make(
      ['installIntegrationOnSite', 'POST', pathOf(name, installation, 'sites'), { siteId }],
      sitePlaceSchema,
    ),
  /** *Extension.* */
  updateInstallationSite: (name: string, installation: string, site: string, change: PlaceChange) =>
    caller.send(
      ['updateIntegrationSiteInstallation', 'PATCH', pathOf(name, installation, 'sites', site), change],
      sitePlaceSchema,
    ),
})

function pathOf(name: string, installation: string, ...rest: readonly string[]): string[] {
  return ['integrations', name, 'installations', installation, ...rest]
}
