/**
 * The operations of the platform, one module a section of api.md and one a section of extensions.md.
 */
import type { Route } from '../protocol/route.ts'
import { collectionRoutes } from './collections.ts'
import { discoveryRoutes } from './discovery.ts'
import { memberRoutes } from './members.ts'
import { openApiRoutes } from './openapi.ts'
import { organizationRoutes } from './organizations.ts'
import { revisionRoutes } from './revisions.ts'
import { spaceContentRoutes } from './space-content.ts'
import { spaceRoutes } from './spaces.ts'
import { teamRoutes } from './teams.ts'
import { translationRoutes } from './translations.ts'

export const routes: readonly Route[] = [
  ...collectionRoutes,
  ...spaceRoutes,
  ...spaceContentRoutes,
  ...organizationRoutes,
  ...memberRoutes,
  ...teamRoutes,
  ...openApiRoutes,
  ...translationRoutes,
  ...discoveryRoutes,
  ...revisionRoutes,
]
