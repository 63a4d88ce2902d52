/**
 * Which recorded actions can have caused a change: by kind and event, the operations of the platform that do it. A service
 * may call them otherwise; then the words of the name have to say as much.
 */
import type { Kind } from '../../model/resource.ts'
import type { RuleEvent } from '../rules/rule.ts'

export interface CausingAction {
  action: string
  /** Top-level fields that it sets; absent: more than one may be. */
  sets?: readonly string[]
}

type Causes = Partial<Record<RuleEvent, readonly CausingAction[]>>

/** Null: nothing is known of an action by that name. */
export function causeBy(kind: Kind, event: RuleEvent, action: string): CausingAction | null {
  const known = causesOf[kind]?.[event]?.find(one => one.action === action)
  if (known) return known
  return knownActions.has(action) || !saysAsMuch(kind, event, action) ? null : { action }
}

function doing(actions: string): CausingAction[] {
  return actions.split(' ').map(action => ({ action }))
}

function setting(fields: string, actions: string): CausingAction[] {
  return actions.split(' ').map(action => ({ action, sets: fields.split(' ') }))
}

const leaving = doing('removeMemberFromOrganizationById')

function grants(place: 'Space' | 'Collection' | 'Site', subject: 'User' | 'Team'): Causes {
  const gone = subject === 'User' ? leaving : doing('removeTeamFromOrganizationById')
  return {
    added: doing(`inviteTo${place}`),
    modified: setting('permission', `update${subject}PermissionIn${place} inviteTo${place}`),
    removed: [...doing(`remove${subject}From${place} delete${place}ById`), ...gone],
  }
}

const ofSite = doing('deleteSiteById')

const causesOf: Readonly<Record<string, Causes>> = {
  organization: { modified: doing('updateOrganizationById') },
  member: {
    added: doing('inviteUsersToOrganization joinOrganization joinOrganizationWithInvite'),
    modified: [
      ...setting('role', 'updateMemberInOrganizationById'),
      ...setting('sso', 'setUserAsSSOMemberForOrganization'),
    ],
    removed: leaving,
  },
  team: {
    added: doing('createOrganizationTeam'),
    modified: doing('updateTeamInOrganizationById'),
    removed: doing('removeTeamFromOrganizationById'),
  },
  'team-member': {
    added: doing('addMemberToOrganizationTeamById updateMembersInOrganizationTeam createOrganizationTeam'),
    modified: setting('team', 'addMemberToOrganizationTeamById updateMembersInOrganizationTeam'),
    removed: [
      ...doing(
        'deleteMemberFromOrganizationTeamById updateMembersInOrganizationTeam removeTeamFromOrganizationById',
      ),
      ...leaving,
    ],
  },
  'saml-provider': {
    added: doing('createOrganizationSAMLProvider'),
    modified: doing('updateOrganizationSAMLProvider'),
    removed: doing('deleteOrganizationSAMLProvider'),
  },
  'link-invite': {
    added: doing('createOrganizationInvite'),
    modified: doing('updateOrganizationInviteById'),
    removed: doing('deleteOrganizationInviteById'),
  },
  integration: {
    added: doing('publishIntegration'),
    modified: doing('publishIntegration'),
    removed: doing('unpublishIntegration'),
  },
  installation: {
    added: doing('installIntegration'),
    modified: doing('updateIntegrationInstallation'),
    removed: doing('uninstallIntegration unpublishIntegration'),
  },
  'installation-space': {
    added: doing('installIntegrationOnSpace'),
    modified: doing('updateIntegrationSpaceInstallation'),
    removed: doing('uninstallIntegrationFromSpace uninstallIntegration'),
  },
  'installation-site': {
    added: doing('installIntegrationOnSite'),
    modified: doing('updateIntegrationSiteInstallation'),
    removed: doing('uninstallIntegrationFromSite uninstallIntegration'),
  },
  'openapi-spec': {
    added: doing('createOpenAPISpec createOrUpdateOpenAPISpecBySlug'),
    modified: doing('updateOpenAPISpecBySlug createOrUpdateOpenAPISpecBySlug'),
    removed: doing('deleteOpenAPISpecBySlug'),
  },
  collection: {
    added: doing('createCollection transferCollection'),
    modified: [...doing('updateCollectionById'), ...setting('parent', 'moveCollection transferCollection')],
    removed: doing('deleteCollectionById transferCollection'),
  },
  space: {
    added: doing('createSpace duplicateSpace restoreSpace'),
    modified: [...doing('updateSpaceById'), ...setting('parent', 'moveSpace deleteCollectionById')],
    removed: doing('deleteSpaceById'),
  },
  site: {
    added: doing('createSite'),
    modified: [...doing('updateSiteById'), ...setting('published', 'publishSite unpublishSite')],
    removed: ofSite,
  },
  'site-space': {
    added: doing('addSpaceToSite addSectionToSite duplicateSiteSpace'),
    modified: doing('updateSiteSpaceById'),
    removed: [...doing('deleteSiteSpaceById deleteSiteSectionById'), ...ofSite],
  },
  'site-section': {
    added: doing('addSectionToSite'),
    modified: doing('updateSiteSectionById'),
    removed: [...doing('deleteSiteSectionById'), ...ofSite],
  },
  'site-external-link': {
    added: doing('addExternalLinkToSite'),
    modified: doing('updateSiteExternalLinkById'),
    removed: [...doing('deleteSiteExternalLinkById'), ...ofSite],
  },
  'share-link': {
    added: doing('createSiteShareLink'),
    modified: doing('updateSiteShareLinkById'),
    removed: [...doing('deleteSiteShareLinkById'), ...ofSite],
  },
  'site-mcp-server': {
    added: doing('createSiteMcpServer'),
    modified: doing('updateSiteMcpServerById'),
    removed: [...doing('deleteSiteMcpServerById'), ...ofSite],
  },
  'site-redirect': {
    added: doing('createSiteRedirect bulkUpsertSiteRedirects'),
    modified: doing('updateSiteRedirectById bulkUpsertSiteRedirects'),
    removed: [...doing('deleteSiteRedirectById bulkUpsertSiteRedirects'), ...ofSite],
  },
  'site-visitor-auth': {
    modified: [
      ...doing('updateSitePublishingAuthById'),
      ...setting('privateKey', 'regenerateSitePublishingAuthById'),
    ],
    removed: ofSite,
  },
  'site-adaptive-schema': {
    modified: doing('updateSiteAdaptiveSchema'),
    added: doing('updateSiteAdaptiveSchema'),
  },
  'agent-instructions': {
    added: doing('updateOrganizationAgentInstructions'),
    modified: doing('updateOrganizationAgentInstructions'),
  },
  'space-user-grant': grants('Space', 'User'),
  'space-team-grant': grants('Space', 'Team'),
  'collection-user-grant': grants('Collection', 'User'),
  'collection-team-grant': grants('Collection', 'Team'),
  'site-user-grant': grants('Site', 'User'),
  'site-team-grant': grants('Site', 'Team'),
}

const knownActions: ReadonlySet<string> = new Set(
  Object.values(causesOf)
    .flatMap(causes => Object.values(causes))
    .flatMap(actions => actions.map(one => one.action)),
)

const verbs: Readonly<Record<RuleEvent, RegExp>> = {
  added: /^(create|add|install|grant|join)(ed|d)?$/,
  modified: /^(update|change|set|edit|rename|move)(ed|d)?$/,
  removed: /^(delete|remove|uninstall|revoke|leave|left)(ed|d)?$/,
}

/** A name such as `team.member.removed`: the verb of the event, and all words of the kind but no other noun of one. */
function saysAsMuch(kind: Kind, event: RuleEvent, action: string): boolean {
  const words = wordsOf(action)
  const nouns = words.filter(word => !Object.values(verbs).some(verb => verb.test(word)))
  const own = new Set(kind.split('-'))
  const exact =
    nouns.length > 0 && nouns.every(word => own.has(word)) && [...own].every(word => nouns.includes(word))
  return exact && words.some(word => verbs[event].test(word))
}

function wordsOf(action: string): string[] {
  return action
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
}
