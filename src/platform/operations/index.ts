/**
 * Every operation of the platform, one module a section (docs/development/platform.md#sections); extensions stand with
 * what they extend.
 */
import type { Caller } from '../caller.ts'
import { changeRequestCommentOperations } from './change-request-comments.ts'
import { changeRequestContentOperations } from './change-request-content.ts'
import { changeRequestOperations } from './change-requests.ts'
import { collectionOperations } from './collections.ts'
import { commentOperations } from './comments.ts'
import { contentOperations } from './content.ts'
import { conversationOperations } from './conversations.ts'
import { customHostnameOperations } from './custom-hostnames.ts'
import { fontOperations } from './fonts.ts'
import { gitSyncOperations } from './git-sync.ts'
import { glossaryOperations } from './glossary.ts'
import { importRunOperations } from './import-runs.ts'
import { integrationOperations } from './integrations.ts'
import { inviteOperations } from './invites.ts'
import { memberOperations } from './members.ts'
import { openApiOperations } from './openapi.ts'
import { organizationOperations } from './organizations.ts'
import { permissionOperations } from './permissions.ts'
import { plainListOperations } from './plain-lists.ts'
import { samlOperations } from './saml.ts'
import { shareLinkOperations } from './share-links.ts'
import { siteAgentOperations } from './site-agent.ts'
import { siteExternalLinkOperations } from './site-external-links.ts'
import { siteSectionGroupOperations } from './site-section-groups.ts'
import { siteSectionOperations } from './site-sections.ts'
import { siteSpaceOperations } from './site-spaces.ts'
import { siteWorkOperations } from './site-work.ts'
import { siteOperations } from './sites.ts'
import { spaceOperations } from './spaces.ts'
import { styleguideOperations } from './styleguides.ts'
import { teamOperations } from './teams.ts'
import { translationOperations } from './translations.ts'
import { userOperations } from './users.ts'

export const makeOperations = (caller: Caller) => ({
  users: userOperations(caller),
  organizations: organizationOperations(caller),
  collections: collectionOperations(caller),
  spaces: spaceOperations(caller),
  content: contentOperations(caller),
  comments: commentOperations(caller),
  changeRequests: changeRequestOperations(caller),
  changeRequestContent: changeRequestContentOperations(caller),
  changeRequestComments: changeRequestCommentOperations(caller),
  sites: siteOperations(caller),
  siteSectionGroups: siteSectionGroupOperations(caller),
  siteSections: siteSectionOperations(caller),
  siteSpaces: siteSpaceOperations(caller),
  siteExternalLinks: siteExternalLinkOperations(caller),
  siteAgent: siteAgentOperations(caller),
  siteWork: siteWorkOperations(caller),
  plainLists: plainListOperations(caller),
  shareLinks: shareLinkOperations(caller),
  members: memberOperations(caller),
  teams: teamOperations(caller),
  saml: samlOperations(caller),
  invites: inviteOperations(caller),
  permissions: permissionOperations(caller),
  openapi: openApiOperations(caller),
  translations: translationOperations(caller),
  glossary: glossaryOperations(caller),
  fonts: fontOperations(caller),
  styleguides: styleguideOperations(caller),
  customHostnames: customHostnameOperations(caller),
  gitSync: gitSyncOperations(caller),
  importRuns: importRunOperations(caller),
  conversations: conversationOperations(caller),
  integrations: integrationOperations(caller),
})

export type Operations = ReturnType<typeof makeOperations>
