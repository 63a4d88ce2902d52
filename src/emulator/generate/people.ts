/**
 * People of the generated company: names, addresses, roles, dates.
 */
import { addMember } from '../state/member.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { Member } from '../state/records/people.ts'
import type { Role } from '../state/role.ts'
import { addUser } from '../state/user.ts'
import type { World } from '../state/world.ts'

const FIRST_NAMES = [
  'Amara',
  'Björn',
  'Chiara',
  'Daniel',
  'Elif',
  'Farid',
  'Grace',
  'Hiroshi',
  'Ines',
  'Jakub',
  'Kavya',
  'Liam',
  'Mei',
  'Nikos',
  'Olga',
  'Pablo',
  'Quinn',
  'Rosa',
  'Sven',
  'Tariq',
  'Uma',
  'Viktor',
  'Wanjiru',
  'Yara',
  'Zoë',
] as const
const LAST_NAMES = [
  'Almeida',
  'Bauer',
  'Costa',
  'Dubois',
  'Eriksen',
  'Fischer',
  'García',
  'Haddad',
  'Ivanova',
  'Jansen',
  'Kowalski',
  'Larsen',
  'Moreau',
  'Nakamura',
  'Okafor',
  'Petrov',
  'Rossi',
  'Schmidt',
  'Tanaka',
  'Varga',
  'Weber',
  'Yılmaz',
] as const
/** In turn, so that a small company has different ones too; null = guest. */
const ROLES_IN_TURN: readonly (Role | null)[] = [
  'edit',
  null,
  'read',
  'review',
  'create',
  'comment',
  'edit',
  'admin',
  'read',
  'comment',
  'read',
]

const DAY_MS = 86_400_000

/** The owner of the token first, as administrator; then `count` - 1 others. */
export function generateMembers(world: World, organization: OrganizationState, count: number): void {
  const now = world.clock.now()
  const owner = addMember(organization, world.owner, 'admin', daysBefore(now, 1500))
  owner.lastSeenAt = daysBefore(now, 0)
  for (let index = 1; index < count; index++) {
    Object.assign(generateMember(world, organization, index), activity(world, now, index))
  }
}

function generateMember(world: World, organization: OrganizationState, index: number): Member {
  const first = world.random.pick(FIRST_NAMES)
  const last = world.random.pick(LAST_NAMES)
  const role = ROLES_IN_TURN[(index - 1) % ROLES_IN_TURN.length] ?? null
  const domain = role === null ? 'contractor.example' : 'acme.example'
  // The number keeps addresses apart when two people share a name.
  const email = `${ascii(first)}.${ascii(last)}${index > 20 ? index : ''}@${domain}`
  const taken = index <= 20 && [...organization.members.values()].some(member => member.user.email === email)
  const address = taken ? email.replace('@', `.${index}@`) : email
  const user = addUser(world, `${first} ${last}`, address)
  return addMember(organization, user, role, world.clock.timestamp())
}

/** Some were never there, a few are disabled. */
function activity(world: World, now: number, index: number): Partial<Member> {
  const joined = 2 + world.random.integer(1400)
  const lastSeen = world.random.integer(joined)
  return {
    joinedAt: daysBefore(now, joined),
    ...(index % 9 === 8 ? {} : { lastSeenAt: daysBefore(now, lastSeen) }),
    disabled: index % 13 === 12,
  }
}

function daysBefore(now: number, days: number): string {
  return new Date(now - days * DAY_MS).toISOString()
}

function ascii(name: string): string {
  return name
    .normalize('NFD')
    .replace(/ı/g, 'i')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}
