/** Whom a report names: held against a record of who really did what. */

import { describe, expect, test } from 'vitest'
import type { ChangeRow } from '../../src/audit/row.ts'
import { makeRandom } from '../../src/emulator/state/random.ts'
import type { Kind } from '../../src/model/resource.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { rowsOf } from './rows.ts'

const NIGHTS = 6
const EDITS = 14

describe('many people change things for some nights', () => {
  test.each([1, 2])('and no row cites what somebody else did (seed %i)', async seed => {
    const { company, touched } = await playNights(seed)
    const rows = rowsOf(company, 1, NIGHTS + 1).filter(
      one => !one.rules.includes('mass-change') && one.resource.kind !== 'space-access',
    )
    const cited = rows.flatMap(row =>
      [...row.source.matchAll(/^audit event (\S+)/g)].map(([, id]) => ({ row, id })),
    )
    const wrong = cited.filter(({ row, id }) => !touched.get(thingOf(row))?.some(one => one.id === id))
    const misnamed = cited.filter(
      ({ row, id }) => touched.get(thingOf(row))?.find(one => one.id === id)?.actor !== row.actor,
    )
    // Of several by one person, too, the person is the right one.
    const alone = rows.filter(one => one.source.startsWith('one of'))
    const blamed = alone.filter(row => !touched.get(thingOf(row))?.some(one => one.actor === row.actor))
    console.log(
      `seed ${seed}: ${rows.length} rows, ${cited.length} with an event, ${alone.length} with a person, ${wrong.length} wrong`,
    )
    expect([wrong, misnamed, blamed].map(list => list.map(one => JSON.stringify(one)))).toEqual([[], [], []])
    expect(cited.length).toBeGreaterThan(rows.length / 4)
  })
})

test('of two who changed one role, the report names who did it last', async () => {
  const { company, people, call } = await begin(3)
  const [member = '', first = '', second = ''] = people
  await call(first, 'PATCH', `members/${member}`, { role: 'comment' })
  const last = await call(second, 'PATCH', `members/${member}`, { role: 'review' })
  await company.backUp({ exact: true })
  const [row] = rowsOf(company, 1, 2).filter(
    one => one.resource.id === member && one.action === 'role changed',
  )
  expect(row).toMatchObject({
    actor: nameOf(company, second),
    source: `audit event ${last} (updateMemberInOrganizationById)`,
  })
})

test('of two who changed settings of one organization, nobody is named for either', async () => {
  const { company, people, call } = await begin(4)
  const [, first = '', second = ''] = people
  await call(first, 'PATCH', '', { title: 'Renamed' })
  await call(second, 'PATCH', '', { inviteLinks: true, defaultRole: 'edit' })
  await company.backUp({ exact: true })
  const actors = rowsOf(company, 1, 2).map(one => [one.action, one.actor])
  expect(actors.length).toBeGreaterThan(1)
  expect(new Set(actors.map(([, actor]) => actor))).toEqual(new Set(['unknown']))
})

test('somebody who was disabled beside the feed is not said to be by an invitation', async () => {
  const { company, people, call } = await begin(5)
  const [member = '', actor = ''] = people
  await call(actor, 'POST', 'invites', { emails: ['new@acme.example'], role: 'read' })
  company.emulator.patch('member', member, { disabled: true })
  await company.backUp({ exact: true })
  const [row] = rowsOf(company, 1, 2).filter(one => one.action === 'status changed')
  expect(row).toMatchObject({ resource: { id: member }, actor: 'unknown', source: 'unknown', occurred: null })
})

interface Touch {
  id: string
  actor: string
}

async function playNights(seed: number) {
  const { company, people, teams, spaces, call } = await begin(seed)
  const random = makeRandom(seed, 'attribution')
  const pick = <T>(list: readonly T[]): T => list[random.integer(list.length)] ?? raise()
  const touched = new Map<string, Touch[]>()
  const edit = async (things: readonly string[], method: string, path: string, body?: unknown) => {
    const actor = pick(people.slice(0, 4))
    const id = await call(actor, method, path, body).catch(() => null)
    if (id === null) return
    for (const thing of things)
      touched.set(thing, [...(touched.get(thing) ?? []), { id, actor: nameOf(company, actor) }])
  }
  const roles = ['admin', 'edit', 'comment', 'read'] as const
  const others = people.slice(4)
  const edits: (() => Promise<void>)[] = [
    () => {
      const person = pick(others)
      return edit([`member ${person}`], 'PATCH', `members/${person}`, { role: pick(roles) })
    },
    () => {
      const [person, team] = [pick(others), pick(teams)]
      const role = pick(['member', 'owner'])
      return edit([`team-member ${person} team ${team.title}`], 'PUT', `teams/${team.id}/members/${person}`, {
        role,
      })
    },
    () => {
      const [person, team] = [pick(others), pick(teams)]
      return edit(
        [`team-member ${person} team ${team.title}`],
        'DELETE',
        `teams/${team.id}/members/${person}`,
      )
    },
    () => {
      const [space, users] = [pick(spaces), [pick(others), pick(others)]]
      const things = users.map(one => `space-user-grant ${one} space ${space.title}`)
      return edit(things, 'POST', `/spaces/${space.id}/permissions`, { role: pick(roles), users })
    },
    () => {
      const [space, person] = [pick(spaces), pick(others)]
      const path = `/spaces/${space.id}/permissions/users/${person}`
      const things = [`space-user-grant ${person} space ${space.title}`]
      return random.integer(2) === 0
        ? edit(things, 'DELETE', path)
        : edit(things, 'PATCH', path, { role: pick(roles) })
    },
    () => {
      const [space, team] = [pick(spaces), pick(teams)]
      const things = [`space-team-grant ${team.id} space ${space.title}`]
      return edit(things, 'POST', `/spaces/${space.id}/permissions`, { role: pick(roles), teams: [team.id] })
    },
    () => {
      const space = pick(spaces)
      const body =
        random.integer(2) === 0 ? { defaultLevel: pick(roles) } : { editMode: pick(['live', 'locked']) }
      return edit([`space ${space.id}`], 'PATCH', `/spaces/${space.id}`, body)
    },
    () => {
      const body =
        random.integer(2) === 0 ? { defaultRole: pick(roles) } : { inviteLinks: random.integer(2) === 0 }
      return edit([`organization ${company.emulator.organization}`], 'PATCH', '', body)
    },
    () => {
      const emails = [`guest${random.integer(1000)}@agency.example`]
      return edit([`joined ${emails}`], 'POST', 'invites', { emails, role: 'read' })
    },
    async () => {
      company.emulator.patch('member', pick(others), { disabled: random.integer(2) === 0 })
    },
  ]
  for (let night = 1; night <= NIGHTS; night++) {
    for (let one = 0; one < EDITS; one++) await pick(edits)()
    await company.backUp({ exact: night % 2 === 0 })
  }
  return { company, touched }
}

/** A person, a team or a place, and where; who joins is known by address before by id. */
function thingOf({ resource, subject, action }: ChangeRow): string {
  if (resource.kind === 'member' && action === 'joined') return `joined ${subject?.email}`
  return [resource.kind, resource.id, resource.path].filter(Boolean).join(' ')
}

async function begin(seed: number) {
  const company = await makeCompany({ profile: 'current', members: 14, seed })
  await company.backUp({ exact: true })
  const { emulator } = company
  const ids = (kind: Kind) => [...company.vault().resources(1, { kind })].map(one => one.id)
  const titled = (kind: Kind) =>
    [...company.vault().resources(1, { kind })].map(one => {
      const item: unknown = company.vault().readJson(one)
      return {
        id: one.id,
        title: typeof item === 'object' && item && 'title' in item ? String(item.title) : '',
      }
    })
  /** Answers the id of the event; a path that begins with `/` is not the organization's. */
  const call = async (actor: string, method: string, path: string, body?: unknown): Promise<string> => {
    emulator.actAs(actor)
    const below = path.startsWith('/')
      ? path
      : `/orgs/${emulator.organization}${path === '' ? '' : `/${path}`}`
    const answer = await fetch(`${emulator.url}${below}`, {
      method,
      headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    emulator.actAs(null)
    if (!answer.ok) throw new Error(`${method} ${below}: ${answer.status} ${await answer.text()}`)
    await answer.body?.cancel()
    const events = JSON.parse(JSON.stringify(emulator.state().events))[emulator.organization]
    return events.at(-1).id
  }
  const owner = JSON.parse(JSON.stringify(emulator.state().users))[0].id
  const people = ids('member').filter(one => one !== owner)
  return { company, people, teams: titled('team'), spaces: titled('space'), call }
}

function nameOf({ emulator }: Company, id: string): string {
  const users: { id: string; displayName: string }[] = JSON.parse(JSON.stringify(emulator.state().users))
  return users.find(one => one.id === id)?.displayName ?? id
}

function raise(): never {
  throw new Error('there is nothing to pick from')
}
