/**
 * The operations of the platform, one module a section of api.md and one a section of extensions.md.
 */
import type { Route } from '../protocol/route.ts'
import { changeRequestRoutes } from './change-requests.ts'
import { collectionRoutes } from './collections.ts'
import { commentReplyRoutes } from './comment-replies.ts'
import { commentRoutes } from './comments.ts'
import { discoveryRoutes } from './discovery.ts'
import { memberRoutes } from './members.ts'
import { openApiRoutes } from './openapi.ts'
import { organizationRoutes } from './organizations.ts'
import { revisionRoutes } from './revisions.ts'
import { shareLinkRoutes } from './share-links.ts'
import { siteSectionGroupRoutes } from './site-section-groups.ts'
import { siteSectionRoutes } from './site-sections.ts'
import { siteSpaceRoutes } from './site-spaces.ts'
import { spaceContentRoutes } from './space-content.ts'
import { spaceRoutes } from './spaces.ts'
import { teamRoutes } from './teams.ts'
import { translationRoutes } from './translations.ts'

export const routes: readonly Route[] = [
  ...commentRoutes,
  ...commentReplyRoutes,
  ...collectionRoutes,
  ...spaceRoutes,
  ...siteSectionGroupRoutes,
  ...siteSectionRoutes,
  ...siteSpaceRoutes,
  ...shareLinkRoutes,
  ...changeRequestRoutes,
  ...spaceContentRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...teamRoutes,
  ...openApiRoutes,
  ...translationRoutes,
  ...discoveryRoutes,
  ...revisionRoutes,
]
