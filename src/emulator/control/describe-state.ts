/**
 * The whole state as JSON, for looking at it and for comparing: objects as the API presents them, bodies as Markdown.
 */
import { presentCollection } from '../state/collection.ts'
import { presentRevision } from '../state/content-view.ts'
import type { Grants } from '../state/grants.ts'
import type { JsonObject } from '../state/json-object.ts'
import { presentLinkInvite } from '../state/link-invite.ts'
import { presentMember } from '../state/member.ts'
import { type OrganizationState, presentOrganization } from '../state/organization.ts'
import { walkPages } from '../state/page.ts'
import { presentSamlProvider } from '../state/saml-provider.ts'
import { currentRevision, presentSpace, type SpaceState } from '../state/space.ts'
import { presentSpec, presentVersion } from '../state/spec.ts'
import { presentTeam } from '../state/team.ts'
import { presentTranslation } from '../state/translation.ts'
import type { World } from '../state/world.ts'
import { describeDiscussions } from './describe-discussions.ts'
import { describeIntegrations, describeSite } from './describe-site.ts'

export function describeState(world: World): JsonObject {
  return {
    now: world.clock.timestamp(),
    profile: world.profile,
    organizations: [...world.organizations.values()].map(one => describeOrganization(world, one)),
    collections: [...world.collections.values()].map(one => ({
      ...presentCollection(world, one),
      grants: describeGrants(one),
    })),
    integrations: describeIntegrations(world),
    spaces: [...world.spaces.values()].map(one => describeSpace(world, one)),
  }
}

function describeOrganization(world: World, organization: OrganizationState): JsonObject {
  const { members, teams, specs, translations, samlProviders, linkInvites, sites } = organization
  return {
    ...presentOrganization(world, organization),
    members: [...members.values()].map(member => presentMember(world, organization, member)),
    teams: [...teams.values()].map(team => ({
      ...presentTeam(world, organization, team),
      roles: Object.fromEntries(team.roles),
    })),
    specs: [...specs.values()].map(spec => ({
      ...presentSpec(world, organization, spec),
      versions: [...spec.versions.values()].map(one => presentVersion(world, organization, spec, one)),
    })),
    translations: [...translations.values()].map(one => presentTranslation(world, organization, one)),
    samlProviders: [...samlProviders.values()].map(one => presentSamlProvider(world, organization, one)),
    sites: [...sites.values()].map(site => describeSite(world, site)),
    linkInvites: [...linkInvites.values()].map(one => presentLinkInvite(world, organization, one)),
  }
}

function describeGrants({ userGrants, teamGrants }: Grants): JsonObject {
  return { users: Object.fromEntries(userGrants), teams: Object.fromEntries(teamGrants) }
}

function describeSpace(world: World, space: SpaceState): JsonObject {
  const revision = currentRevision(space)
  const bodies = [...walkPages(revision.pages)].flatMap(({ documentId }) => {
    const body = documentId === undefined ? undefined : space.bodies.get(documentId)
    return documentId === undefined || body === undefined ? [] : [[documentId, body.markdown] as const]
  })
  return {
    ...presentSpace(world, space),
    grants: describeGrants(space),
    revisions: [...space.revisions.keys()],
    ...describeDiscussions(world, space),
    content: presentRevision(world, space, revision, { metadata: true, computed: true }),
    markdown: Object.fromEntries(bodies),
  }
}
