/** Sites, and what integrations an organization published and installed. */
import { canonicalJson, digestOf } from '../../../src/model/digest.ts'
import { add, addAll, itemsOf, type Json, jsonOf, type Setting, without } from './expected.ts'
import { addGitSync } from './git-sync.ts'
import { addSharing } from './spaces.ts'

const BESIDE = [
  'structure',
  'shareLinks',
  'redirects',
  'mcpServers',
  'customization',
  'overrides',
  'agentSettings',
  'shelves',
  'auth',
  'adaptiveSchema',
]
const SHARING = ['grants', 'grantedUsers', 'grantedTeams', 'access']
const CHILDREN = ['structure', 'sections', 'children', 'siteSpaces']

export function addSite(setting: Setting, organization: readonly string[], described: Json): void {
  const { offers } = setting
  const { id, object, structure } = described
  const settings = offers.has('listSites') ? without(described, ...BESIDE, ...SHARING) : { object, id }
  const site = add(setting, organization, 'site', id, settings)
  const looks = looksOf(setting, described)
  const { type, structure: items } = jsonOf(structure)
  const customized = looks.map(look => look.siteSpace ?? 'site')
  add(setting, site, 'site-structure', 'structure', { type, structure: outlineOf(items), customized })
  for (const item of itemsBelow(items))
    add(setting, site, String(item.object), item.id, without(item, ...CHILDREN))
  for (const look of looks) add(setting, site, 'site-customization', look.siteSpace ?? 'site', look)
  addAll(setting, site, 'share-link', described.shareLinks)
  addAll(setting, site, 'site-redirect', described.redirects, one => one.id, 'listSiteRedirects')
  addAll(setting, site, 'site-mcp-server', described.mcpServers, one => one.id, 'listSiteMcpServers')
  addAgent(setting, site, described)
  addKept(setting, site, described)
  addGitSync(setting, site, 'site-git-sync', described.gitSync)
  if (offers.has('getSitePublishingAuthById') && described.visibility === 'visitor-auth')
    add(setting, site, 'site-visitor-auth', 'visitor-auth', {
      object: 'publishing-auth',
      ...jsonOf(described.auth),
    })
  if (offers.has('getSiteAdaptiveSchema') && described.adaptiveSchema !== null)
    add(setting, site, 'site-adaptive-schema', '*', jsonOf(described.adaptiveSchema))
  addSharing(setting, site, described, 'site', 'Site')
}

function addAgent(setting: Setting, site: readonly string[], described: Json): void {
  if (setting.offers.has('getSiteAgentSettingsById'))
    add(setting, site, 'site-agent-settings', 'agent-settings', jsonOf(described.agentSettings))
  const shelves = jsonOf(described.shelves)
  addAll(setting, site, 'site-channel', shelves.channels, one => one.id, 'listSiteChannels')
  const connections = shelves['context-connections']
  addAll(setting, site, 'context-connection', connections, one => one.id, 'listSiteContextConnections')
}

/** What visitors wrote is read only where somebody asks for it. */
function addKept(setting: Setting, site: readonly string[], { shelves, hostname }: Json): void {
  const { topics, findings, ...others } = jsonOf(shelves)
  addAll(setting, site, 'site-topic', topics, one => one.id, 'listSiteTopics')
  addAll(setting, site, 'site-finding', findings, one => one.id, 'listSiteFindings')
  const scripts = itemsOf(others['integration-scripts']).map(one => without(one, 'id'))
  const idOfScript = (one: Json) => digestOf(String(one.script)).slice(0, 16)
  addAll(setting, site, 'site-integration-script', scripts, idOfScript, 'listSiteIntegrationScripts')
  const segments = itemsOf(others['visitor-segments']).map(one => without(one, 'id'))
  const idOfSegment = ({ title, claims }: Json) => digestOf(canonicalJson({ title, claims })).slice(0, 16)
  addAll(setting, site, 'site-visitor-segment', segments, idOfSegment, 'listSiteVisitorSegments')
  if (typeof hostname === 'string') addHostname(setting, site, 'site-hostname', hostname)
}

/** As it is in every state that these tests make: nobody took it over. */
export function addHostname(
  setting: Setting,
  above: readonly string[],
  kind: string,
  hostname: string,
): void {
  if (!setting.offers.has('getCustomHostname')) return
  const [noun = '', id = ''] = above.at(-1)?.split(' ') ?? []
  const target = { type: noun, [noun]: id }
  add(setting, above, kind, hostname, {
    object: 'custom-hostname',
    hostname,
    target,
    isActive: true,
    status: 'live',
    urls: { location: `${rootOf(setting)}/custom-hostnames/${hostname}` },
  })
}

function rootOf({ state }: Setting): string {
  const [organization] = itemsOf(state.organizations)
  return String(jsonOf(organization?.urls).location).replace(/\/orgs\/.*$/, '')
}

/** Of the site itself, and of what overrides it. */
function looksOf({ offers }: Setting, { customization, overrides }: Json): Json[] {
  if (!offers.has('getSiteCustomizationById')) return []
  const others = Object.entries(jsonOf(overrides))
  return [
    { siteSpace: null, customization },
    ...others.map(([siteSpace, look]) => ({ siteSpace, customization: look })),
  ]
}

function outlineOf(items: unknown): Json[] {
  return itemsOf(items).map(item => {
    const children = [...outlineOf(item.children), ...outlineOf(item.siteSpaces)]
    return { object: item.object, id: item.id, ...(children.length > 0 ? { children } : {}) }
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
