/**
 * The operations of the platform, one module a section and some for each group of extensions:
 * docs/development/platform.md#sections.
 */

import { changesState, type Route } from '../protocol/route.ts'
import { agentInstructionRoutes } from './agent-instructions.ts'
import { auditEventRoutes } from './audit-events.ts'
import { changeRequestContentRoutes } from './change-request-content.ts'
import { changeRequestPeopleRoutes } from './change-request-people.ts'
import { changeRequestRoutes } from './change-requests.ts'
import { collectionRoutes } from './collections.ts'
import { commentReplyRoutes } from './comment-replies.ts'
import { commentRoutes } from './comments.ts'
import { contentChangeRoutes } from './content-changes.ts'
import { contentImportRoutes } from './content-imports.ts'
import { discoveryRoutes } from './discovery.ts'
import { fontRoutes } from './fonts.ts'
import { gitImportRoutes } from './git-imports.ts'
import { gitSyncRoutes } from './git-sync.ts'
import { glossaryRoutes } from './glossary.ts'
import { installationPlaceRoutes } from './installation-places.ts'
import { installationRoutes } from './installations.ts'
import { integrationRoutes } from './integrations.ts'
import { inviteRoutes } from './invites.ts'
import { keptThingRoutes } from './kept-things.ts'
import { linkInviteRoutes } from './link-invites.ts'
import { linkRoutes } from './links.ts'
import { memberRoutes } from './members.ts'
import { openApiRoutes } from './openapi.ts'
import { organizationRoutes } from './organizations.ts'
import { permissionRoutes } from './permissions.ts'
import { revisionRoutes } from './revisions.ts'
import { samlRoutes } from './saml.ts'
import { searchRoutes } from './search.ts'
import { semanticChangeRoutes } from './semantic-changes.ts'
import { shareLinkRoutes } from './share-links.ts'
import { siteAgentRoutes } from './site-agent.ts'
import { siteCustomizationRoutes } from './site-customization.ts'
import { siteExternalLinkRoutes } from './site-external-links.ts'
import { siteMcpServerRoutes } from './site-mcp-servers.ts'
import { sitePermissionRoutes } from './site-permissions.ts'
import { siteRedirectRoutes } from './site-redirects.ts'
import { siteSectionGroupRoutes } from './site-section-groups.ts'
import { siteSectionRoutes } from './site-sections.ts'
import { siteSettingRoutes } from './site-settings.ts'
import { siteSpaceRoutes } from './site-spaces.ts'
import { siteStructureRoutes } from './site-structure.ts'
import { siteRoutes } from './sites.ts'
import { spaceContentRoutes } from './space-content.ts'
import { spaceRoutes } from './spaces.ts'
import { styleguideRoutes } from './styleguides.ts'
import { teamMemberRoutes } from './team-members.ts'
import { teamRoutes } from './teams.ts'
import { translationRoutes } from './translations.ts'

const operations: readonly Route[] = [
  ...commentRoutes,
  ...commentReplyRoutes,
  ...collectionRoutes,
  ...spaceRoutes,
  ...siteSectionGroupRoutes,
  ...siteSectionRoutes,
  ...siteExternalLinkRoutes,
  ...siteSpaceRoutes,
  ...shareLinkRoutes,
  ...siteRoutes,
  ...siteStructureRoutes,
  ...siteCustomizationRoutes,
  ...siteRedirectRoutes,
  ...siteSettingRoutes,
  ...siteMcpServerRoutes,
  ...siteAgentRoutes,
  ...sitePermissionRoutes,
  ...integrationRoutes,
  ...installationRoutes,
  ...installationPlaceRoutes,
  ...changeRequestRoutes,
  ...changeRequestPeopleRoutes,
  ...changeRequestContentRoutes,
  ...spaceContentRoutes,
  ...contentChangeRoutes,
  ...contentImportRoutes,
  ...gitImportRoutes,
  ...searchRoutes,
  ...linkRoutes,
  ...organizationRoutes,
  ...linkInviteRoutes,
  ...memberRoutes,
  ...teamRoutes,
  ...teamMemberRoutes,
  ...samlRoutes,
  ...openApiRoutes,
  ...translationRoutes,
  ...glossaryRoutes,
  ...fontRoutes,
  ...gitSyncRoutes,
  ...styleguideRoutes,
  ...keptThingRoutes,
  ...discoveryRoutes,
  ...agentInstructionRoutes,
  ...permissionRoutes,
  ...inviteRoutes,
  ...revisionRoutes,
  ...semanticChangeRoutes,
]

export const routes: readonly Route[] = [
  ...operations,
  ...auditEventRoutes(operations.filter(changesState).map(({ name }) => name)),
]
