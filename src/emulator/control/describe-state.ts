/**
 * The whole state as JSON, for looking at it and for comparing: objects as the API presents them, bodies as Markdown.
 */
import { presentEvent } from '../state/audit-event.ts'
import { presentCollection } from '../state/collection.ts'
import type { JsonObject } from '../state/json-object.ts'
import { presentLinkInvite } from '../state/link-invite.ts'
import { getMember, presentMember } from '../state/member.ts'
import { presentAgentInstructions, presentOrganization } from '../state/organization.ts'
import { walkPages } from '../state/page.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { TeamState } from '../state/records/people.ts'
import type { SpaceState } from '../state/records/space.ts'
import type { SpecState } from '../state/records/spec.ts'
import { presentSamlProvider, presentSsoLogin } from '../state/saml-provider.ts'
import { describeShelves } from '../state/shelf.ts'
import { currentRevision, presentSpace } from '../state/space.ts'
import { presentSpec, presentVersion, presentVersionContent } from '../state/spec.ts'
import { presentStyleguides } from '../state/styleguide.ts'
import { presentTeam } from '../state/team.ts'
import { presentTranslation } from '../state/translation.ts'
import type { World } from '../state/world.ts'
import { describeReach, describeShared } from './describe-access.ts'
import { describeContent } from './describe-content.ts'
import { describeDiscussions } from './describe-discussions.ts'
import { describeLinks } from './describe-links.ts'
import { describeIntegrations, describeSite } from './describe-site.ts'

export function describeState(world: World): JsonObject {
  return {
    now: world.clock.timestamp(),
    profile: world.profile,
    organizations: [...world.organizations.values()].map(organization =>
      describeOrganization(world, organization),
    ),
    users: [...world.users.values()],
    /** By organization; what is gone is remembered here. */
    events: Object.fromEntries(
      [...world.organizations.values()].map(({ json, events }) => [
        json.id,
        events.map(event => presentEvent(world, json.id, event)),
      ]),
    ),
    collections: [...world.collections.values()].map(collection => ({
      ...presentCollection(world, collection),
      ...describeShared(world, collection),
    })),
    integrations: describeIntegrations(world),
    gitSync: [...world.gitSync.values()].map(sync => sync.json),
    styleguides: [...world.organizations.values()].flatMap(({ json }) => presentStyleguides(world, json.id)),
    spaces: [...world.spaces.values()].map(space => describeSpace(world, space)),
  }
}

function describeOrganization(world: World, organization: OrganizationState): JsonObject {
  const { members, teams, specs, translations, samlProviders, linkInvites, sites } = organization
  return {
    ...presentOrganization(world, organization),
    members: [...members.values()].map(member => ({
      ...presentMember(world, organization, member),
      reach: describeReach(world, organization, member),
    })),
    teams: [...teams.values()].map(team => describeTeam(world, organization, team)),
    specs: [...specs.values()].map(spec => describeSpec(world, organization, spec)),
    ssoLogins: [...samlProviders.values()].map(provider => presentSsoLogin(world, provider)),
    translations: [...translations.values()].map(translation =>
      presentTranslation(world, organization, translation),
    ),
    samlProviders: [...samlProviders.values()].map(provider =>
      presentSamlProvider(world, organization, provider),
    ),
    sites: [...sites.values()].map(site => describeSite(world, organization, site)),
    shelves: describeShelves(world, organization.json.id),
    agentInstructions: presentAgentInstructions(world, organization),
    linkInvites: [...linkInvites.values()].map(invite => presentLinkInvite(world, organization, invite)),
  }
}

function describeTeam(world: World, organization: OrganizationState, team: TeamState): JsonObject {
  return {
    ...presentTeam(world, organization, team),
    roles: Object.fromEntries(team.roles),
    memberships: [...team.roles].map(([userId, role]) => ({
      organization: presentMember(world, organization, getMember(organization, userId)),
      team: { role },
      permissions: { view: true },
    })),
  }
}

function describeSpec(world: World, organization: OrganizationState, spec: SpecState): JsonObject {
  const versions = [...spec.versions.values()]
  return {
    ...presentSpec(world, organization, spec),
    versions: versions.map(version => presentVersion(world, organization, spec, version)),
    contents: Object.fromEntries(
      versions.map(version => [version.id, presentVersionContent(world, version)]),
    ),
  }
}

function describeSpace(world: World, space: SpaceState): JsonObject {
  const revision = currentRevision(space)
  const bodies = [...walkPages(revision.pages)].flatMap(({ documentId }) => {
    const body = documentId === undefined ? undefined : space.bodies.get(documentId)
    return documentId === undefined || body === undefined ? [] : [[documentId, body.markdown] as const]
  })
  return {
    ...presentSpace(world, space),
    ...describeShared(world, space),
    links: describeLinks(world, space),
    revisions: [...space.revisions.keys()],
    ...describeDiscussions(world, space),
    ...describeContent(world, space, revision),
    markdown: Object.fromEntries(bodies),
  }
}
