/**
 * Who gets into the generated company, and what is shared with whom: single sign-on, link invites, grants.
 */
import { collectionsOf } from '../state/collection.ts'
import { addLinkInvite } from '../state/link-invite.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import { addSamlProvider } from '../state/saml-provider.ts'
import { spacesOf } from '../state/space.ts'
import type { World } from '../state/world.ts'

export function generateSharing(world: World, organization: OrganizationState): void {
  generateSaml(world, organization)
  generateLinkInvites(world, organization)
  grantToGuests(world, organization)
  grantInCollections(world, organization)
}

/** One that works, and one that somebody began to set up. */
function generateSaml(world: World, organization: OrganizationState): void {
  const [team] = organization.teams.keys()
  const certificate = Buffer.from(world.random.text(300)).toString('base64')
  addSamlProvider(world, organization, {
    label: 'Acme single sign-on',
    entityID: 'https://sso.acme.example/metadata',
    ssoURL: 'https://sso.acme.example/login',
    certificate: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`,
    defaultRole: 'read',
    ...(team === undefined ? {} : { defaultTeam: team }),
  })
  addSamlProvider(world, organization, { label: 'Contractors' })
}

function generateLinkInvites(world: World, organization: OrganizationState): void {
  addLinkInvite(world, organization, { role: 'read' })
  const [space] = spacesOf(world, organization.json.id)
  if (space !== undefined) addLinkInvite(world, organization, { level: 'comment', space: space.json.id })
}

/** A guest sees one space, beside what their teams see. */
function grantToGuests(world: World, organization: OrganizationState): void {
  const [first] = spacesOf(world, organization.json.id)
  for (const member of organization.members.values()) {
    if (member.role === null) first?.userGrants.set(member.id, 'comment')
  }
}

/** One team writes in the outer collection, one person reviews in the inner one. */
function grantInCollections(world: World, organization: OrganizationState): void {
  const [outer, inner] = collectionsOf(world, organization.json.id)
  const team = [...organization.teams.keys()].at(-1)
  const person = [...organization.members.values()].find(({ role }) => role === 'read')
  if (team !== undefined) outer?.teamGrants.set(team, 'edit')
  if (person !== undefined) inner?.userGrants.set(person.id, 'review')
}
