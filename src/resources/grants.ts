/**
 * What the kinds of grants have in common, on spaces, collections and sites: those given to people, those given to
 * teams, and everybody who gets in whatever the way. No token tells that one
 * changed: who gets in is asked for in every run, and what was given where that is another answer than before.
 */
import type { Kept, Kind, KindOf } from '../model/resource.ts'
import type { Platform } from '../platform/client.ts'
import type { Permissions, TeamGrant, UserGrant } from '../platform/operations/permissions.ts'
import type { ListBelief } from './absence-proof.ts'
import type { ActionWords } from './audited.ts'
import { type Causes, doing, LEAVING, setting } from './causing-actions.ts'
import { ACCESS } from './controls.ts'
import type { Published } from './field-path.ts'
import { type Item, listed, type ReadContext, type Restorable } from './resource.ts'

/** What people and teams are given roles on. */
export const PLACE_KINDS = ['space', 'collection', 'site'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

/** On sites it says more. */
export type KeptUserGrant = Kept<UserGrant, Published<'UserContentPermission' | 'UserSitePermission'>>
export type KeptTeamGrant = Kept<
  TeamGrant,
  'permission' | 'disabled' | 'lastSeenAt' | 'team' | `team.${Published<'OrganizationTeam'>}`
>

interface Shared<K extends Kind, Parent> {
  kind: K
  parent: PlaceKind
  doc: string
  /** The extension that lists them. */
  needs: string
  permissions(platform: Platform, context: ReadContext<Parent>): Permissions
}

const GRANTED: ActionWords = { added: 'granted', removed: 'revoked' }

const noise = ['**.urls', '**.permissions', 'disabled', 'lastSeenAt'] as const
const restore: Restorable = {
  fidelity: 'full',
  note: 'where the service can grant, for people and teams that are there',
}

export function userGrants<K extends KindOf<KeptUserGrant>, Parent extends Item>(shared: Shared<K, Parent>) {
  return listed<K, Parent, KeptUserGrant>({
    ...ofPeople(shared, 'agreed'),
    words: GRANTED,
    access: { of: 'person', as: 'grant' },
    role: ['permission'],
    causes: causesOf(shared.parent, 'User'),
    list: (platform, context) => shared.permissions(platform, context).listUsers(),
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

export function teamGrants<K extends KindOf<KeptTeamGrant>, Parent extends Item>(shared: Shared<K, Parent>) {
  return listed<K, Parent, KeptTeamGrant>({
    ...declared(shared),
    words: GRANTED,
    access: { of: 'team', as: 'grant' },
    role: ['permission'],
    causes: causesOf(shared.parent, 'Team'),
    list: (platform, context) => shared.permissions(platform, context).listTeams(),
    follows: [accessOf(shared)],
    absence: {
      isGone: async (platform, { id }, { organization }) =>
        (await platform.teams.find(organization.id, id)) === null || null,
      otherwise: 'agreed',
    },
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
function accessOf({ parent }: { parent: PlaceKind }): Kind {
  return `${parent}-access`
}

/** Somebody always gets in: an administrator does. */
export function everybody<K extends KindOf<KeptUserGrant>, Parent extends Item>(shared: Shared<K, Parent>) {
  return listed<K, Parent, KeptUserGrant>({
    ...ofPeople(shared, 'unless-empty'),
    words: { added: 'gained access', removed: 'lost access' },
    access: { of: 'person', as: 'effective' },
    list: (platform, context) => shared.permissions(platform, context).listAggregate(),
    everyRun: 'lists',
    follows: DECIDE_ACCESS,
    audit: null,
    restore: { fidelity: 'no', note: 'follows from roles, teams, default levels and grants', derived: true },
  })
}

const NOUNS = { collection: 'Collection', site: 'Site', space: 'Space' } as const

function causesOf(place: PlaceKind, subject: 'User' | 'Team'): Causes {
  const noun = NOUNS[place]
  const gone = subject === 'User' ? LEAVING : doing('removeTeamFromOrganizationById')
  return {
    added: doing(`inviteTo${noun}`),
    modified: setting('permission', `update${subject}PermissionIn${noun} inviteTo${noun}`),
    removed: [...doing(`remove${subject}From${noun} delete${noun}ById`), ...gone],
  }
}

function declared<K extends Kind, Parent>({ kind, parent, doc, needs }: Shared<K, Parent>) {
  return { kind, parent, doc, needs, api: '2.17' }
}

function ofPeople<K extends Kind, Parent>(
  shared: Shared<K, Parent>,
  otherwise: ListBelief<ReadContext<Parent>>,
) {
  return {
    ...declared(shared),
    absence: {
      isGone: async (platform: Platform, { id }: { id: string }, context: ReadContext<Parent>) =>
        (await lostEntry(platform, id, context, shared.parent)) || null,
      otherwise,
    },
    id: (item: UserGrant) => item.user.id,
    label: (item: UserGrant) => item.user.displayName,
    volatile: noise,
    embedded: ['user'],
    people: ['user'],
    references: { user: 'user.id' },
  } as const
}

/** Who is no member any more has no grant; nor has who cannot open the space. Everything else proves nothing. */
async function lostEntry<Parent>(
  platform: Platform,
  user: string,
  context: ReadContext<Parent>,
  parent: PlaceKind,
): Promise<boolean> {
  if (!(await isMember(platform, user, context))) return true
  if (parent !== 'space') return false
  for await (const { space } of platform.members.listSpaces(context.organization.id, user))
    if (space.id === context.ids.space) return false
  return true
}

/** Asked once a run: who leaves vanishes from many lists. */
function isMember<Parent>(
  platform: Platform,
  user: string,
  { shared, organization }: ReadContext<Parent>,
): Promise<boolean> {
  shared.membership ??= new Map()
  const known = shared.membership.get(user)
  if (known) return known
  const asked = platform.members.find(organization.id, user).then(found => found !== null)
  shared.membership.set(user, asked)
  asked.catch(() => shared.membership?.delete(user))
  return asked
}
