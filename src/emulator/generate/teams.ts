/**
 * Teams of the generated company: each has an owner, other members, and one space granted to it.
 */
import type { OrganizationState } from '../state/records/organization.ts'
import type { TeamRole } from '../state/records/people.ts'
import { spacesOf } from '../state/space.ts'
import { addTeam } from '../state/team.ts'
import type { World } from '../state/world.ts'

const TITLES = [
  'Documentation',
  'Engineering',
  'Support',
  'Product',
  'Security',
  'Design',
  'Developer Relations',
  'Operations',
] as const
const MEMBERS_MAX = 12

export function generateTeams(world: World, organization: OrganizationState, count: number): void {
  const spaces = spacesOf(world, organization.json.id)
  for (let index = 0; index < count; index++) {
    const team = addTeam(world, organization, titleOf(index), rolesOf(world, organization, index))
    if (spaces.length > 0) spaces[index % spaces.length]?.teamGrants.set(team.json.id, 'edit')
  }
}

function titleOf(index: number): string {
  const title = TITLES[index % TITLES.length] ?? TITLES[0]
  const round = Math.floor(index / TITLES.length)
  return round === 0 ? title : `${title} ${round + 1}`
}

/** The first one owns the team. */
function rolesOf(world: World, organization: OrganizationState, index: number): Map<string, TeamRole> {
  const ids = [...organization.members.keys()]
  const size = Math.min(ids.length, 2 + world.random.integer(MEMBERS_MAX - 1))
  const start = index === 0 ? 0 : world.random.integer(ids.length)
  const chosen = Array.from({ length: size }, (_, at) => ids[(start + at) % ids.length] ?? '')
  return new Map(chosen.map((id, at) => [id, at === 0 ? 'owner' : 'member']))
}
