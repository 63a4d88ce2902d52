/** How each kind is put back. A kind without a line here is archive only; its declaration says why. */
import type { Kind } from '../../model/resource.ts'
import { linkInvite, samlProvider } from './access.ts'
import { changeRequest } from './change-request.ts'
import { changeRequestReviewer } from './change-request-reviewer.ts'
import { collection } from './collection.ts'
import { changeRequestComment, changeRequestReply, comment, commentReply } from './comment.ts'
import { glossaryEntry } from './glossary.ts'
import { grants } from './grants.ts'
import { installation, installationSite, installationSpace } from './installation.ts'
import { member, user } from './member.ts'
import { openApiSpec, openApiSpecVersion } from './openapi-spec.ts'
import { agentInstructions, collectionOrder } from './order.ts'
import { organization } from './organization.ts'
import type { Restorer } from './restorer.ts'
import { site } from './site.ts'
import { siteAgentSettings } from './site-agent-settings.ts'
import { siteCustomization } from './site-customization.ts'
import {
  shareLink,
  siteAdaptiveSchema,
  siteMcpServer,
  siteRedirect,
  siteVisitorAuth,
} from './site-details.ts'
import { siteExternalLink } from './site-external-link.ts'
import { siteSection } from './site-section.ts'
import { siteSectionGroup } from './site-section-group.ts'
import { siteSpace } from './site-space.ts'
import { siteStructure } from './site-structure.ts'
import { space } from './space.ts'
import { team, teamMember } from './team.ts'
import { translationSettings } from './translation-settings.ts'

/** Parents before what stands under them, and what is referred to before what refers to it. */
export const restorers: readonly Restorer[] = [
  user,
  member,
  team,
  teamMember,
  samlProvider,
  openApiSpec,
  openApiSpecVersion,
  collection,
  space,
  translationSettings,
  glossaryEntry,
  changeRequest,
  comment,
  commentReply,
  changeRequestComment,
  changeRequestReply,
  changeRequestReviewer,
  collectionOrder,
  linkInvite,
  site,
  siteAdaptiveSchema,
  siteSection,
  siteSpace,
  siteSectionGroup,
  siteExternalLink,
  siteStructure,
  siteCustomization,
  siteRedirect,
  siteMcpServer,
  siteAgentSettings,
  shareLink,
  siteVisitorAuth,
  organization,
  ...grants,
  installation,
  installationSpace,
  installationSite,
  agentInstructions,
]

export const restorerOf: ReadonlyMap<Kind, Restorer> = new Map(
  restorers.map(restorer => [restorer.kind, restorer]),
)
