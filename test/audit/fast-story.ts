/**
 * Random changes on a platform between fast snapshots, and after each snapshot what every report says beside what the
 * platform itself says of its state: equal, or of a kind that the snapshot names as not proved.
 */
import { effectiveAccess } from '../../src/audit/access/effective.ts'
import { loadAccess } from '../../src/audit/access/load.ts'
import { makeSnapshotFacts } from '../../src/audit/snapshot-facts.ts'
import { compare } from '../../src/diff/compare.ts'
import { makeRandom, type Random } from '../../src/emulator/state/random.ts'
import type { SnapshotSummary } from '../../src/model/snapshot.ts'
import { resources } from '../../src/resources/index.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { write } from '../helpers/platform-write.ts'
import { compareWithState } from '../helpers/state/compare.ts'
import { itemsOf, type Json, jsonOf } from '../helpers/state/expected.ts'
import { expectedOf } from '../helpers/state/organization.ts'
import { rowsOf } from './rows.ts'

export interface FastStory {
  changes: number
  snapshots: number
  /** Kinds that were named as not proved, with how often a report differed from the platform in one of them. */
  weak: ReadonlyMap<string, number>
  /** What a report said that was not so, and that no snapshot named. */
  untrue: string[]
}

const ROLES = ['admin', 'create', 'edit', 'review', 'comment', 'read'] as const

export async function tellFastStory(seed: number, changes: number, snapshots: number): Promise<FastStory> {
  const company = await makeCompany({
    members: 12,
    teams: 3,
    comments: 10,
    sites: 2,
    synthetic: { spaces: 2, pages: 3 },
  })
  const random = makeRandom(seed, 'fast story')
  const weak = new Map<string, number>()
  const untrue: string[] = []
  let before = { summary: await company.backUp(), state: company.emulator.state() }
  for (let night = 1; night < snapshots; night++) {
    const end = Math.round((changes * night) / (snapshots - 1))
    for (let n = Math.round((changes * (night - 1)) / (snapshots - 1)); n < end; n++)
      await changeSomething(company, random, n)
    const after = { summary: await company.backUp(), state: company.emulator.state() }
    // A list that lost its last item waits for exact runs to agree: the snapshot says so, and is partial.
    const { gaps } = after.summary
    for (const gap of gaps) if (gap.class !== 'shrunken') untrue.push(`a gap: ${gap.kind} ${gap.message}`)
    const named = [...new Set([...(after.summary.weak ?? []), ...gaps].map(one => one.kind))]
    for (const kind of named) weak.set(kind, weak.get(kind) ?? 0)
    for (const line of findings(company, before, after)) {
      const kind = named.find(one => line.includes(`${one} `))
      if (kind === undefined) untrue.push(`snapshot ${after.summary.snapshot}: ${line}`)
      else weak.set(kind, (weak.get(kind) ?? 0) + 1)
    }
    before = after
  }
  return { changes, snapshots, weak, untrue }
}

interface Night {
  summary: SnapshotSummary
  state: Json
}

function findings(company: Company, before: Night, after: Night): string[] {
  const organization = company.emulator.organization
  const { snapshot } = after.summary
  const wanted = expectedOf(after.state, organization)
  const held = compareWithState(company.vault(), snapshot, wanted, after.state).differences
  return [
    ...held.filter(line => !isNoise(line)).map(line => `the snapshot: ${line}`),
    ...accessFindings(company, after),
    ...rowFindings(company, before, after),
    ...diffFindings(company, before, after),
  ]
}

/** A field that a version keeps as it was when it was made: what moves without meaning, and copies of other objects. */
function isNoise(line: string): boolean {
  const [, kind, field] = /^(?:.* \/ )?(\S+) \S+: (\S+) (?:is|has) /.exec(line) ?? []
  const declared = resources.find(one => one.kind === kind)
  if (declared === undefined || field === undefined) return false
  const path = field.split('.').filter(part => !/^\d+$/.test(part))
  const isAt = (pattern: string) => {
    const [first = '', ...rest] = pattern.split('.').filter(part => part !== '*')
    if (first === '**') return path.includes(rest.join('.'))
    return [first, ...rest].every((part, index) => path[index] === part)
  }
  return [...(declared.volatile ?? []), ...(declared.embedded ?? [])].some(isAt)
}

/** `access` and `audit access`: everybody's role on every space. */
function accessFindings(company: Company, { summary, state }: Night): string[] {
  const vault = company.vault()
  const loaded = loadAccess(vault, makeSnapshotFacts(vault, summary, []))
  return itemsOf(state.spaces).flatMap(space => {
    const said = new Map(
      loaded.people.flatMap(id => {
        const place = { kind: 'space' as const, id: String(space.id) }
        const role = effectiveAccess(loaded, id, place, 'precedence')?.role
        return role ? [[id, role] as const] : []
      }),
    )
    const true_ = new Map(
      itemsOf(space.access).map(one => [String(jsonOf(one.user).id), String(one.permission)]),
    )
    return [...new Set([...said.keys(), ...true_.keys()])]
      .filter(id => said.get(id) !== true_.get(id))
      .map(id => `access of ${id} to ${space.title}: said ${said.get(id)}, is ${true_.get(id)}`)
  })
}

/** `audit changes`: each role of a member that changed has its row, and no other has. */
function rowFindings(company: Company, before: Night, after: Night): string[] {
  const rows = rowsOf(company, before.summary.snapshot, after.summary.snapshot)
  const told = rows
    .filter(row => row.resource.kind === 'member' && row.action.includes('role'))
    .map(row => row.resource.id)
  const roles = (state: Json) =>
    new Map(itemsOf(itemsOf(state.organizations)[0]?.members).map(one => [String(one.id), one.role]))
  const [old, now] = [roles(before.state), roles(after.state)]
  const changed = [...now].filter(([id, role]) => old.get(id) !== role).map(([id]) => id)
  return differencesOf('a row of audit changes about member', told, changed)
}

/** `diff`: what came and went, of every kind that the state tells. */
function diffFindings(company: Company, before: Night, after: Night): string[] {
  const organization = company.emulator.organization
  const paths = (state: Json) => expectedOf(state, organization).map(one => one.path.at(-1) ?? '')
  const [old, now] = [new Set(paths(before.state)), new Set(paths(after.state))]
  const wanted = [
    ...[...now].filter(one => !old.has(one)).map(one => `added ${one}`),
    ...[...old].filter(one => !now.has(one)).map(one => `removed ${one}`),
  ]
  const known: ReadonlySet<string> = new Set(resources.map(one => one.kind))
  const kinds = new Set([...old, ...now].map(one => one.split(' ')[0] ?? '').filter(kind => known.has(kind)))
  const found = [
    ...compare(company.vault(), resources, { a: before.summary, b: after.summary }, { by: 'id' }),
  ]
    .filter(one => (one.type === 'added' || one.type === 'removed') && kinds.has(one.description.kind))
    .map(one => `${one.type} ${one.description.kind} ${one.description.id}`)
    // Who stands in several places came or went in one of them only.
    .filter(one => (one.startsWith('added') ? !old.has(one.slice(6)) : !now.has(one.slice(8))))
  return differencesOf(
    'diff',
    found,
    wanted.filter(one => known.has(one.split(' ')[1] ?? '')),
  )
}

function differencesOf(what: string, said: readonly string[], is: readonly string[]): string[] {
  const [a, b] = [new Set(said), new Set(is)]
  return [
    ...[...a].filter(one => !b.has(one)).map(one => `${what} says ${one} , which is not so`),
    ...[...b].filter(one => !a.has(one)).map(one => `${what} does not say ${one} `),
  ]
}

async function changeSomething(company: Company, random: Random, n: number): Promise<void> {
  const { emulator } = company
  const state = emulator.state()
  const [own] = itemsOf(state.organizations)
  const pick = <T>(list: readonly T[]): T => {
    const found = list[random.integer(list.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }
  const org = `/orgs/${emulator.organization}`
  const spaces = itemsOf(state.spaces)
  const space = pick(spaces)
  const people = itemsOf(own?.members).filter(one => String(jsonOf(one.user).displayName) !== 'Ada Owner')
  const me = String(itemsOf(own?.members)[0]?.id)
  const person = pick(people.filter(one => one.id !== me))
  const team = pick(itemsOf(own?.teams))
  const role = pick(ROLES)
  const put = (method: string, path: string, body?: object) => write(emulator, method, path, body)
  const deeds: (() => Promise<void>)[] = [
    () => put('PATCH', `${org}/members/${person.id}`, { role }),
    () => put('PUT', `${org}/teams/${team.id}/members/${person.id}`, { role: pick(['owner', 'member']) }),
    () => put('DELETE', `${org}/teams/${team.id}/members/${person.id}`).catch(() => {}),
    () => put('PATCH', `${org}/teams/${team.id}`, { title: `Team ${n}` }),
    () => put('POST', `/spaces/${space.id}/permissions`, { role, users: [person.id] }),
    () => put('POST', `/spaces/${space.id}/permissions`, { role, teams: [team.id] }),
    () => put('DELETE', `/spaces/${space.id}/permissions/users/${person.id}`).catch(() => {}),
    () => put('DELETE', `/spaces/${space.id}/permissions/teams/${team.id}`).catch(() => {}),
    () => put('PATCH', `/spaces/${space.id}`, { title: `Space ${n}` }),
    () => put('PATCH', `/spaces/${space.id}`, { defaultLevel: role }),
    () => put('POST', `/spaces/${space.id}/comments`, { body: { markdown: `Comment ${n}` } }),
    async () => {
      const [comment] = itemsOf(space.discussion)
      if (comment) await put('DELETE', `/spaces/${space.id}/comments/${comment.id}`)
      await put('POST', `/spaces/${space.id}/comments`, { body: { markdown: `Instead ${n}` } })
    },
    () =>
      company.edit({
        'guides/linux.md': `# On Linux\n\n[There](${pick(['install.md', 'nowhere.md'])}), ${n}.\n`,
      }),
    () => put('PATCH', org, { inviteLinks: n % 2 === 0 }),
  ]
  await pick(deeds)()
}
