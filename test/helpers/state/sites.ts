/** Sites, and what integrations an organization published and installed. */
import { add, addAll, itemsOf, type Json, jsonOf, type Setting, without } from './expected.ts'
import { addSharing } from './spaces.ts'

const BESIDE = [
  'structure',
  'shareLinks',
  'redirects',
  'mcpServers',
  'customization',
  'overrides',
  'auth',
  'adaptiveSchema',
]
const SHARING = ['grants', 'grantedUsers', 'grantedTeams', 'access']
const CHILDREN = ['structure', 'sections', 'children', 'siteSpaces']

export function addSite(setting: Setting, organization: readonly string[], described: Json): void {
  const { offers } = setting
  const { id } = described
  const json = offers.has('listSites') ? without(described, ...BESIDE, ...SHARING) : { object: 'site', id }
  const site = add(setting, organization, 'site', id, json)
  for (const item of itemsBelow(jsonOf(described.structure).structure))
    add(setting, site, String(item.object), item.id, without(item, ...CHILDREN))
  addAll(setting, site, 'share-link', described.shareLinks)
  addAll(setting, site, 'site-redirect', described.redirects, one => one.id, 'listSiteRedirects')
  addAll(setting, site, 'site-mcp-server', described.mcpServers, one => one.id, 'listSiteMcpServers')
  addLook(setting, site, described)
  if (offers.has('getSitePublishingAuthById') && described.visibility === 'visitor-auth')
    add(setting, site, 'site-visitor-auth', '*', jsonOf(described.auth))
  if (offers.has('getSiteAdaptiveSchema') && described.adaptiveSchema !== null)
    add(setting, site, 'site-adaptive-schema', '*', {
      object: 'site-adaptive-schema',
      jsonSchema: described.adaptiveSchema,
    })
  addSharing(setting, site, described, 'site', 'Site')
}

/** What overrides it tells so only where it is read by itself. */
function addLook(setting: Setting, site: readonly string[], described: Json): void {
  const isSeen = setting.offers.has('getSiteCustomizationById')
  const overrides = Object.entries(jsonOf(described.overrides))
  const isOpen = described.published === true && described.visibility !== 'share-link'
  const structure = jsonOf(described.structure)
  add(setting, site, 'site-structure', 'structure', {
    type: structure.type,
    structure: outlineOf(structure.structure),
    customized: isSeen ? ['site', ...overrides.map(([id]) => id)] : [],
  })
  if (!isSeen) return
  const { customization } = described
  add(setting, site, 'site-customization', 'site', { siteSpace: null, customization })
  for (const [siteSpace, look] of overrides)
    add(setting, site, 'site-customization', siteSpace, {
      siteSpace,
      customization: isOpen ? look : { ...jsonOf(look), hasOverrides: true },
    })
}

function outlineOf(items: unknown): Json[] {
  return itemsOf(items).map(({ object, id, children, siteSpaces }) => {
    const below = outlineOf(children ?? siteSpaces)
    return below.length > 0 ? { object, id, children: below } : { object, id }
  })
}

function* itemsBelow(items: unknown): Generator<Json> {
  for (const item of itemsOf(items)) {
    yield item
    yield* itemsBelow(item.children)
    yield* itemsBelow(item.siteSpaces)
  }
}

export function addIntegrations(setting: Setting, organization: readonly string[], owner: unknown): void {
  for (const described of itemsOf(setting.state.integrations)) {
    if (jsonOf(described.owner).id === owner)
      add(setting, organization, 'integration', described.name, without(described, 'installations'))
    if (!setting.offers.has('listOrganizationInstallations')) continue
    for (const one of itemsOf(described.installations))
      addInstallation(setting, organization, { ...one, integration: described.name })
  }
}

function addInstallation(setting: Setting, organization: readonly string[], described: Json): void {
  const json = without(described, 'onSpaces', 'onSites')
  const installation = add(setting, organization, 'installation', described.id, json)
  const { onSpaces, onSites } = described
  addAll(
    setting,
    installation,
    'installation-space',
    onSpaces,
    one => one.space,
    'listIntegrationInstallationSpaces',
  )
  addAll(
    setting,
    installation,
    'installation-site',
    onSites,
    one => one.site,
    'listIntegrationInstallationSites',
  )
}
