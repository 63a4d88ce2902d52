/**
 * What the kinds of grants have in common, on spaces, collections and sites: those given to people, those given to
 * teams, and everybody who gets in whatever the way. No token tells that one
 * changed: who gets in is asked for in every run, and what was given where that is another answer than before.
 */
import type { Kind } from '../model/resource.ts'
import type { Platform } from '../platform/client.ts'
import type { Permissions, TeamGrant, UserGrant } from '../platform/operations/permissions.ts'
import { ACCESS } from './controls.ts'
import { type Item, type ListedResource, listed, type Place, type Restorable } from './resource.ts'

/** What something can be granted on. */
interface Shared<Parent> {
  kind: Kind
  parent: Kind
  doc: string
  /** The extension that lists them. */
  needs: string
  permissions(platform: Platform, place: Place<Parent>): Permissions
}

const noise = ['**.urls', '**.permissions', 'disabled', 'lastSeenAt'] as const
const restore: Restorable = {
  fidelity: 'full',
  note: 'where the service can grant, for people and teams that are there',
}

export function userGrants<Parent extends Item>(shared: Shared<Parent>): ListedResource {
  return listed<UserGrant, Parent>({
    ...ofPeople(shared),
    list: (platform, place) => shared.permissions(platform, place).listUsers(),
    believedTwice: true,
    follows: [accessOf(shared)],
    audit: {
      added: 'medium',
      removed: 'low',
      fields: { permission: 'medium' },
      others: 'info',
      controls: ACCESS,
    },
    restore,
  })
}

export function teamGrants<Parent extends Item>(shared: Shared<Parent>): ListedResource {
  return listed<TeamGrant, Parent>({
    ...declared(shared),
    list: (platform, place) => shared.permissions(platform, place).listTeams(),
    believedTwice: true,
    follows: [accessOf(shared)],
    isGone: async (platform, { id }, { organization }) =>
      (await platform.teams.find(organization.id, id)) === null || null,
    id: item => item.team.id,
    label: item => item.team.title ?? item.team.id,
    volatile: noise,
    embedded: ['team'],
    references: { team: 'team.id' },
    audit: {
      added: 'medium',
      removed: 'low',
      fields: { permission: 'medium' },
      others: 'info',
      controls: ACCESS,
    },
    restore,
  })
}

/** Where one of these changed, somebody may have got in or out, here as anywhere below. */
export const DECIDE_ACCESS: readonly Kind[] = [
  'organization',
  'member',
  'team',
  'team-member',
  'collection',
  'space',
  'site',
]

/** Whatever is granted or revoked, and has an effect, shows there. */
function accessOf<Parent>({ parent }: Shared<Parent>): Kind {
  return `${parent}-access`
}

/** Somebody always gets in: an administrator does. */
export function everybody<Parent extends Item>(shared: Shared<Parent>): ListedResource {
  return listed<UserGrant, Parent>({
    ...ofPeople(shared),
    list: (platform, place) => shared.permissions(platform, place).listAggregate(),
    everyRun: 'lists',
    follows: DECIDE_ACCESS,
    audit: null,
    restore: { fidelity: 'no', note: 'follows from roles, teams, default levels and grants', derived: true },
  })
}

function declared<Parent>({ kind, parent, doc, needs }: Shared<Parent>) {
  return { kind, parent, doc, needs, api: '2.17', mayBeEmpty: () => false }
}

function ofPeople<Parent>(shared: Shared<Parent>) {
  return {
    ...declared(shared),
    isGone: async (platform: Platform, { id }: { id: string }, place: Place<Parent>) =>
      (await lostEntry(platform, id, place, shared.parent)) || null,
    id: (item: UserGrant) => item.user.id,
    label: (item: UserGrant) => item.user.displayName,
    volatile: noise,
    embedded: ['user'],
    people: ['user'],
    references: { user: 'user.id' },
  }
}

/** Who is no member any more has no grant; nor has who cannot open the space. Everything else proves nothing. */
async function lostEntry<Parent>(
  platform: Platform,
  user: string,
  place: Place<Parent>,
  parent: Kind,
): Promise<boolean> {
  if (!(await isMember(platform, user, place))) return true
  if (parent !== 'space') return false
  for await (const { space } of platform.members.listSpaces(place.organization.id, user))
    if (space.id === place.ids.space) return false
  return true
}

/** Asked once a run: who leaves vanishes from many lists. */
function isMember<Parent>(
  platform: Platform,
  user: string,
  { shared, organization }: Place<Parent>,
): Promise<boolean> {
  shared.membership ??= new Map()
  const known = shared.membership.get(user)
  if (known) return known
  const asked = platform.members.find(organization.id, user).then(found => found !== null)
  shared.membership.set(user, asked)
  asked.catch(() => shared.membership?.delete(user))
  return asked
}
