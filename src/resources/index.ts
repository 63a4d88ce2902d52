/** What can be backed up, in the order of the walk. Adding a kind is one file and one line here. */

import type { Kind } from '../model/resource.ts'
import { agentConversation } from './agent-conversation.ts'
import { agentInstructions } from './agent-instructions.ts'
import { asset } from './asset.ts'
import { auditEvent } from './audit-event.ts'
import { changeRequest } from './change-request.ts'
import { changeRequestComment } from './change-request-comment.ts'
import { changeRequestContributor } from './change-request-contributor.ts'
import { changeRequestConversation } from './change-request-conversation.ts'
import { changeRequestFile } from './change-request-file.ts'
import { changeRequestPage } from './change-request-page.ts'
import { changeRequestPageGroup } from './change-request-page-group.ts'
import { changeRequestReply } from './change-request-reply.ts'
import { changeRequestReusableContent } from './change-request-reusable-content.ts'
import { changeRequestReview } from './change-request-review.ts'
import { changeRequestReviewer } from './change-request-reviewer.ts'
import { changeRequestRevision } from './change-request-revision.ts'
import { collection } from './collection.ts'
import { collectionAccess } from './collection-access.ts'
import { collectionOrder } from './collection-order.ts'
import { collectionTeamGrant } from './collection-team-grant.ts'
import { collectionUserGrant } from './collection-user-grant.ts'
import { comment } from './comment.ts'
import { commentReply } from './comment-reply.ts'
import { contextConnection } from './context-connection.ts'
import { contextRecord } from './context-record.ts'
import { customFont } from './custom-font.ts'
import { customHostname } from './custom-hostname.ts'
import { emailDomain } from './email-domain.ts'
import { file } from './file.ts'
import { glossaryEntry } from './glossary-entry.ts'
import { importRun } from './import-run.ts'
import { installation } from './installation.ts'
import { installationSite } from './installation-site.ts'
import { installationSpace } from './installation-space.ts'
import { integration } from './integration.ts'
import { linkInvite } from './link-invite.ts'
import { linkReport } from './link-report.ts'
import { member } from './member.ts'
import { memberSpace } from './member-space.ts'
import { openApiSpec } from './openapi-spec.ts'
import { openApiSpecVersion } from './openapi-spec-version.ts'
import { organization } from './organization.ts'
import { page } from './page.ts'
import { pageGroup } from './page-group.ts'
import type { Resource } from './resource.ts'
import { reusableContent } from './reusable-content.ts'
import { revision } from './revision.ts'
import { samlProvider } from './saml-provider.ts'
import { shareLink } from './share-link.ts'
import { site } from './site.ts'
import { siteAccess } from './site-access.ts'
import { siteAdaptiveSchema } from './site-adaptive-schema.ts'
import { siteAgentSettings } from './site-agent-settings.ts'
import { siteChannel } from './site-channel.ts'
import { siteCustomization } from './site-customization.ts'
import { siteExternalLink } from './site-external-link.ts'
import { siteFinding } from './site-finding.ts'
import { siteGitSync } from './site-git-sync.ts'
import { siteHostname } from './site-hostname.ts'
import { siteIntegrationScript } from './site-integration-script.ts'
import { siteMcpServer } from './site-mcp-server.ts'
import { siteQuestion } from './site-question.ts'
import { siteQuestionAnswer } from './site-question-answer.ts'
import { siteRedirect } from './site-redirect.ts'
import { siteSection } from './site-section.ts'
import { siteSectionGroup } from './site-section-group.ts'
import { siteSpace } from './site-space.ts'
import { siteStructure } from './site-structure.ts'
import { siteTeamGrant } from './site-team-grant.ts'
import { siteTopic } from './site-topic.ts'
import { siteUserGrant } from './site-user-grant.ts'
import { siteVisitorAuth } from './site-visitor-auth.ts'
import { siteVisitorSegment } from './site-visitor-segment.ts'
import { space } from './space.ts'
import { spaceAccess } from './space-access.ts'
import { spaceGitSync } from './space-git-sync.ts'
import { spaceTeamGrant } from './space-team-grant.ts'
import { spaceUserGrant } from './space-user-grant.ts'
import { ssoLogin } from './sso-login.ts'
import { styleguide } from './styleguide.ts'
import { subdomain } from './subdomain.ts'
import { team } from './team.ts'
import { teamMember } from './team-member.ts'
import { translationSettings } from './translation-settings.ts'
import { user } from './user.ts'

const declared = [
  organization,
  member,
  memberSpace,
  team,
  teamMember,
  samlProvider,
  ssoLogin,
  linkInvite,
  emailDomain,
  subdomain,
  customHostname,
  agentInstructions,
  agentConversation,
  integration,
  openApiSpec,
  openApiSpecVersion,
  translationSettings,
  glossaryEntry,
  customFont,
  importRun,
  collection,
  collectionOrder,
  collectionAccess,
  collectionUserGrant,
  collectionTeamGrant,
  space,
  spaceGitSync,
  revision,
  pageGroup,
  page,
  reusableContent,
  file,
  linkReport,
  spaceAccess,
  spaceUserGrant,
  spaceTeamGrant,
  site,
  siteGitSync,
  siteHostname,
  siteStructure,
  siteSectionGroup,
  siteSection,
  siteSpace,
  siteExternalLink,
  siteCustomization,
  shareLink,
  siteRedirect,
  siteMcpServer,
  siteAgentSettings,
  siteChannel,
  contextConnection,
  contextRecord,
  siteTopic,
  siteFinding,
  siteQuestion,
  siteQuestionAnswer,
  siteIntegrationScript,
  siteVisitorSegment,
  siteVisitorAuth,
  siteAdaptiveSchema,
  siteAccess,
  siteUserGrant,
  siteTeamGrant,
  comment,
  commentReply,
  changeRequest,
  changeRequestRevision,
  changeRequestPageGroup,
  changeRequestPage,
  changeRequestReusableContent,
  changeRequestFile,
  changeRequestComment,
  changeRequestReply,
  changeRequestReview,
  changeRequestReviewer,
  changeRequestContributor,
  changeRequestConversation,
  installation,
  installationSpace,
  installationSite,
  styleguide,
  auditEvent,
  user,
  asset,
]

/** Has no value when a kind is declared and not in the list: then its name is what the compiler says is missing. */
type Whole<K extends Kind> = [Exclude<Kind, K>] extends [never]
  ? readonly Resource[]
  : { missing: Exclude<Kind, K> }

export const resources: Whole<(typeof declared)[number]['kind']> = declared

const byKind: ReadonlyMap<string, Resource> = new Map(
  resources.map(declaration => [declaration.kind, declaration]),
)

/** Undefined: of a kind that another version declares. */
export function declarationOf(kind: string): Resource | undefined {
  return byKind.get(kind)
}
