/** All that can be read of one organization, from the state of the emulator. */
import { digestOf } from '../../../src/model/digest.ts'
import { add, addAll, itemsOf, type Json, jsonOf, type Setting, type Wanted, without } from './expected.ts'
import { addHostname, addIntegrations, addSite } from './sites.ts'
import { addCollection, addSpace } from './spaces.ts'

const BELOW = [
  'members',
  'teams',
  'specs',
  'translations',
  'samlProviders',
  'ssoLogins',
  'sites',
  'linkInvites',
  'agentInstructions',
  'shelves',
]

export function expectedOf(state: Json, organization: string): Wanted[] {
  const wanted: Wanted[] = []
  const names = Array.isArray(state.offers) ? state.offers : []
  const setting: Setting = { state, offers: new Set(names), add: one => wanted.push(one) }
  const described = itemsOf(state.organizations).find(one => one.id === organization)
  if (!described) throw new Error(`the state has no organization ${organization}`)
  const path = add(setting, [], 'organization', organization, without(described, ...BELOW))
  addPeople(setting, path, described)
  addSettings(setting, path, described)
  const own = (one: Json) => one.organization === organization && one.deletedAt === undefined
  for (const one of itemsOf(state.collections).filter(own)) addCollection(setting, path, one)
  for (const one of itemsOf(state.spaces).filter(own)) addSpace(setting, path, one)
  for (const one of itemsOf(described.sites)) addSite(setting, path, one)
  addIntegrations(setting, path, organization)
  const guides = itemsOf(state.styleguides).map(one => ({
    space: jsonOf(one.space).id,
    title: jsonOf(one.space).title,
    sites: itemsOf(one.sites).map(site => site.id),
  }))
  addAll(setting, path, 'styleguide', guides, one => one.space, 'listOrganizationStyleguides')
  addMentioned(setting, path, wanted)
  return wanted
}

function addPeople(setting: Setting, organization: readonly string[], described: Json): void {
  for (const one of itemsOf(described.members)) {
    const member = add(setting, organization, 'member', one.id, without(one, 'reach'))
    if (!setting.offers.has('listPermissionsAggregateInSpace'))
      addAll(setting, member, 'member-space', one.reach, reach => reach.space)
  }
  for (const one of itemsOf(described.teams)) {
    const team = add(setting, organization, 'team', one.id, without(one, 'roles', 'memberships'))
    addAll(setting, team, 'team-member', one.memberships, membership => jsonOf(membership.organization).id)
  }
}

function addSettings(setting: Setting, organization: readonly string[], described: Json): void {
  for (const one of itemsOf(described.specs)) {
    const spec = add(setting, organization, 'openapi-spec', one.id, without(one, 'versions', 'contents'))
    for (const version of itemsOf(one.versions)) {
      const content = jsonOf(jsonOf(one.contents)[String(version.id)])
      const parts = { content: digestOf(JSON.stringify(unsigned(content))) }
      add(setting, spec, 'openapi-spec-version', version.id, version, parts)
    }
  }
  const isListed = (invite: Json) => 'role' in invite
  const events = jsonOf(setting.state.events)[String(described.id)]
  addAll(setting, organization, 'translation-settings', described.translations)
  addAll(setting, organization, 'saml-provider', described.samlProviders)
  addAll(setting, organization, 'sso-login', described.ssoLogins)
  addAll(
    setting,
    organization,
    'link-invite',
    itemsOf(described.linkInvites).filter(isListed),
    one => digestOf(String(one.id)).slice(0, 16),
    'listOrganizationInviteLinks',
  )
  addDomains(setting, organization, described)
  addAll(setting, organization, 'audit-event', events, one => one.id, 'listOrganizationAuditEvents')
}

/** The address of the source comes signed, under one name or the other. */
function unsigned(content: Json): Json {
  const address = (url: unknown) => String(url).split('?')[0]
  const urls = jsonOf(content.urls)
  return {
    ...content,
    ...('url' in content ? { url: address(content.url) } : {}),
    ...('urls' in content ? { urls: { ...urls, source: address(urls.source) } } : {}),
  }
}

/** Whom its e-mail domains and its host name belong to. */
function addDomains(setting: Setting, organization: readonly string[], described: Json): void {
  const { id, hostname, emailDomains, agentInstructions } = described
  const claims = (one: Json, domain: unknown) =>
    Array.isArray(one.emailDomains) && one.emailDomains.includes(domain)
  for (const domain of Array.isArray(emailDomains) ? emailDomains : []) {
    const claimants = itemsOf(setting.state.organizations).filter(one => claims(one, domain))
    const organizations = claimants.map(one => ({ id: one.id, title: one.title }))
    add(setting, organization, 'email-domain', domain, { domain, organizations })
  }
  const target = { type: 'organization', organization: id }
  if (setting.offers.has('getSubdomain'))
    add(setting, organization, 'subdomain', hostname, {
      object: 'subdomain',
      subdomain: hostname,
      target,
      isActive: true,
    })
  if (typeof described.customHostname === 'string')
    addHostname(setting, organization, 'custom-hostname', described.customHostname)
  const { glossary, fonts, imports, conversations } = jsonOf(described.shelves)
  addAll(setting, organization, 'import-run', imports, one => one.id, 'listImportRuns')
  const listConversations = 'listOrganizationAgentConversations'
  addAll(setting, organization, 'agent-conversation', conversations, one => one.id, listConversations)
  addAll(setting, organization, 'glossary-entry', glossary, one => one.id, 'listGlossaryEntries')
  addAll(setting, organization, 'custom-font', fonts, one => one.id, 'listCustomFonts')
  if (setting.offers.has('getOrganizationAgentInstructions'))
    add(setting, organization, 'agent-instructions', 'instructions', jsonOf(agentInstructions))
}

/** People have no list: everybody who is embedded anywhere. */
function addMentioned(setting: Setting, organization: readonly string[], wanted: readonly Wanted[]): void {
  const mentioned = new Set<unknown>()
  for (const { json } of wanted) for (const one of peopleIn(json)) mentioned.add(one.id)
  for (const one of itemsOf(setting.state.users))
    if (mentioned.has(one.id)) add(setting, organization, 'user', one.id, one)
}

function* peopleIn(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  const json = jsonOf(value)
  if (json.object === 'user') yield json
  for (const member of Object.values(value)) yield* peopleIn(member)
}
