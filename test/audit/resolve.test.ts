/**
 * Effective access against an oracle that is written the other way round: it lists every sentence of the rule as a
 * filter over all grants there are, without walking.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccessFacts, PlaceName } from '../../src/audit/access/facts.ts'
import { type Resolution, resolveAccess } from '../../src/audit/access/resolve.ts'
import { type Level, ROLES, type Role } from '../../src/audit/access/role.ts'

interface Grant {
  place: string
  subject: string
  role: Role
}

interface Plain {
  defaultRole: Role | null
  members: { id: string; role: Role | null; disabled: boolean }[]
  teams: Record<string, string[]>
  /** Collections and spaces; a parent has a smaller number, so that there are no circles. */
  places: { id: string; kind: 'collection' | 'space'; parent: string | null; defaultLevel: Level }[]
  sites: Record<string, string[]>
  userGrants: Grant[]
  teamGrants: Grant[]
}

const role = fc.constantFrom(...ROLES)
const level: fc.Arbitrary<Level> = fc.oneof(role, fc.constant(null), fc.constant('inherit' as const))
const people = ['p0', 'p1', 'p2', 'p3']
const teams = ['t0', 't1', 't2']

const organization: fc.Arbitrary<Plain> = fc.integer({ min: 0, max: 4 }).chain(collections => {
  const collectionIds = Array.from({ length: collections }, (_, index) => `c${index}`)
  const spaceIds = ['s0', 's1', 's2']
  const parentAmong = (ids: string[]) =>
    fc.option(fc.constantFrom('none', ...ids)).map(one => (one === 'none' ? null : one))
  const place = (id: string, kind: 'collection' | 'space', above: string[]) =>
    fc.record({
      id: fc.constant(id),
      kind: fc.constant(kind),
      parent: parentAmong(above),
      defaultLevel: level,
    })
  const everywhere = [...collectionIds, ...spaceIds, 'w0', 'w1']
  const grants = (subjects: string[]) =>
    fc.uniqueArray(
      fc.record({ place: fc.constantFrom(...everywhere), subject: fc.constantFrom(...subjects), role }),
      { maxLength: 8, selector: one => `${one.place} ${one.subject}` },
    )
  return fc.record({
    defaultRole: fc.option(role),
    members: fc.tuple(
      ...people
        .slice(0, 3)
        .map(id => fc.record({ id: fc.constant(id), role: fc.option(role), disabled: fc.boolean() })),
    ),
    teams: fc.record(Object.fromEntries(teams.map(team => [team, fc.subarray(people)]))),
    places: fc.tuple(
      ...collectionIds.map((id, index) => place(id, 'collection', collectionIds.slice(0, index))),
      ...spaceIds.map(id => place(id, 'space', collectionIds)),
    ),
    sites: fc.record({ w0: fc.subarray(spaceIds), w1: fc.subarray(spaceIds) }),
    userGrants: grants(people),
    teamGrants: grants(teams),
  })
})

describe.each(['precedence', 'highest'] as const)('%s', resolution => {
  test('effective access equals a brute-force oracle on 1,000 random organizations', () => {
    let answers = 0
    let given = 0
    fc.assert(
      fc.property(organization, plain => {
        const facts = factsOf(plain)
        for (const person of people) {
          for (const { id, kind } of plain.places) {
            const computed = resolveAccess(facts, person, { kind, id }, resolution)?.role ?? null
            expect(computed).toBe(oracle(plain, person, id, resolution))
            answers++
            if (computed) given++
          }
        }
      }),
      { numRuns: 1000 },
    )
    console.log(
      `${resolution}: ${answers} answers on 1000 organizations equal the oracle's, ${given} of them a role`,
    )
    // Neither nobody nor everybody gets in: the comparison says something.
    expect(given).toBeGreaterThan(answers / 10)
    expect(given).toBeLessThan(answers)
  })
})

function factsOf(plain: Plain): AccessFacts {
  const granted = (grants: readonly Grant[]) => (place: PlaceName, subject: string) =>
    grants.find(one => one.place === place.id && one.subject === subject)?.role ?? null
  return {
    defaultRole: plain.defaultRole,
    person: id => plain.members.find(one => one.id === id) ?? null,
    teamsOf: person => teams.filter(team => plain.teams[team]?.includes(person)),
    place: ({ kind, id }) =>
      kind === 'site'
        ? { parent: null, defaultLevel: 'inherit' }
        : (plain.places.find(one => one.id === id) ?? null),
    sitesOf: space => Object.keys(plain.sites).filter(site => plain.sites[site]?.includes(space)),
    userGrant: granted(plain.userGrants),
    teamGrant: granted(plain.teamGrants),
  }
}

/** Distance 0 is the place, 1 its sites, 2 and more the collections around it. */
function oracle(plain: Plain, person: string, id: string, resolution: Resolution): Role | null {
  const member = plain.members.find(one => one.id === person)
  if (member?.disabled) return null
  if (member?.role === 'admin') return 'admin'
  const chain = [id]
  while (chain.length < 20) {
    const above = plain.places.find(one => one.id === chain.at(-1))?.parent
    if (!above) break
    chain.push(above)
  }
  const distances = new Map<string, number>(chain.map((one, index) => [one, index === 0 ? 0 : index + 1]))
  for (const site of Object.keys(plain.sites)) if (plain.sites[site]?.includes(id)) distances.set(site, 1)
  const mine = [
    ...plain.userGrants.filter(one => one.subject === person),
    ...plain.teamGrants.filter(one => plain.teams[one.subject]?.includes(person)),
  ].flatMap(one => {
    const distance = distances.get(one.place)
    return distance === undefined ? [] : [{ distance, role: one.role }]
  })
  const ends = plain.places.filter(one => chain.includes(one.id) && one.defaultLevel !== 'inherit')
  const end = ends.sort((a, b) => (distances.get(a.id) ?? 0) - (distances.get(b.id) ?? 0))[0]
  const limit = end ? (distances.get(end.id) ?? 0) : Number.POSITIVE_INFINITY
  const isGuest = member?.role == null
  const fallback: (Role | null)[] = isGuest
    ? []
    : end
      ? [end.defaultLevel === 'inherit' ? null : end.defaultLevel]
      : [member.role, plain.defaultRole]
  if (resolution === 'highest') return best([...mine.map(one => one.role), ...fallback])
  const reachable = mine.filter(one => one.distance <= limit)
  const nearest = Math.min(...reachable.map(one => one.distance))
  return reachable.length > 0
    ? best(reachable.filter(one => one.distance === nearest).map(one => one.role))
    : best(fallback)
}

function best(roles: readonly (Role | null)[]): Role | null {
  return ROLES.find(one => roles.includes(one)) ?? null
}
