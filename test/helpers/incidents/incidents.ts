/** Twelve ways to lose documentation, each done through the API as a person would, and what a responder asks for. */
import type { PlanWish } from '../../../jobs/restore.ts'
import type { Company } from '../company.ts'
import { write } from '../platform-write.ts'
import { editManual } from './incident-company.ts'

export interface Incident {
  name: string
  damage(company: Company): Promise<void>
  /** What the runbook says to ask for. */
  request: Partial<NonNullable<PlanWish['request']>>
  /** Into an organization that has nothing. */
  elsewhere?: boolean
  /** Only services that offer it. */
  needs?: 'sites'
  /** What happened is backed up, and taken back: not the whole snapshot is restored. */
  isTakenBack?: boolean
}

type Json = Record<string, unknown>

export const incidents: readonly Incident[] = [
  {
    name: 'a page deleted',
    damage: async ({ emulator }) => emulator.remove('page', pageId(emulator.state(), 'page-17')),
    request: { onConflict: 'update' },
  },
  {
    name: 'a space deleted',
    damage: async ({ emulator }) =>
      write(emulator, 'DELETE', `/spaces/${idOf(emulator.state(), 'spaces', 'Manual')}`),
    request: { onConflict: 'update' },
  },
  {
    name: '30 pages overwritten',
    damage: company => editManual(company, 'overwritten'),
    request: { onConflict: 'update' },
  },
  {
    name: 'tree shuffled and retitled',
    damage: company => editManual(company, 'shuffled'),
    request: { onConflict: 'update' },
  },
  {
    name: 'files deleted',
    damage: async ({ emulator }) => {
      for (const id of fileIds(emulator.state(), 'Manual')) emulator.remove('file', id)
    },
    request: { onConflict: 'update' },
  },
  {
    name: 'roles and people',
    damage: async ({ emulator }) => {
      const people = members(emulator.state()).slice(2, 8)
      const base = `/orgs/${emulator.organization}/members`
      for (const id of people.slice(0, 4)) await write(emulator, 'PATCH', `${base}/${id}`, { role: 'read' })
      for (const id of people.slice(4)) await write(emulator, 'DELETE', `${base}/${id}`)
    },
    request: {
      onConflict: 'update',
      kinds: ['member', 'team-member', 'space-user-grant', 'collection-user-grant'],
    },
  },
  {
    name: 'teams with grants',
    damage: async ({ emulator }) => {
      for (const id of idsOf(emulator.state(), 'teams').slice(0, 2))
        await write(emulator, 'DELETE', `/orgs/${emulator.organization}/teams/${id}`)
    },
    request: {
      onConflict: 'update',
      kinds: ['team', 'team-member', 'space-team-grant', 'collection-team-grant'],
    },
  },
  {
    name: 'collections reshuffled',
    damage: async ({ emulator }) => {
      const state = emulator.state()
      const manual = idOf(state, 'spaces', 'Manual')
      const [first = ''] = listOf(state.collections).map(one => String(one.id))
      const moved = listOf(state.spaces).filter(one => one.parent !== undefined)
      for (const { id } of moved) await write(emulator, 'POST', `/spaces/${id}/move`, { parent: null })
      await write(emulator, 'POST', `/spaces/${manual}/move`, { parent: first })
    },
    request: { onConflict: 'update' },
  },
  {
    name: 'site structure deleted',
    needs: 'sites',
    damage: async ({ emulator }) => {
      const [site] = listOf(organizationOf(emulator.state(), emulator.organization).sites)
      const base = `/orgs/${emulator.organization}/sites/${site?.id}`
      const answer = await fetch(`${emulator.url}${base}/sections`, {
        headers: { authorization: `Bearer ${emulator.token}` },
      })
      const sections = listOf(jsonOf(await answer.json()).items)
      for (const { id } of sections) await write(emulator, 'DELETE', `${base}/sections/${id}`).catch(() => {})
    },
    request: { onConflict: 'update' },
  },
  {
    name: 'a specification deleted',
    damage: async ({ emulator }) => {
      const [spec] = listOf(organizationOf(emulator.state(), emulator.organization).specs)
      await write(emulator, 'DELETE', `/orgs/${emulator.organization}/openapi/${spec?.slug}`)
    },
    request: { onConflict: 'update' },
  },
  { name: 'everything, to a new organization', damage: async () => {}, request: {}, elsewhere: true },
  {
    name: 'mixed, with people editing meanwhile',
    damage: async company => {
      const { emulator } = company
      emulator.remove('page', pageId(emulator.state(), 'page-5'))
      const [, , third = ''] = members(emulator.state())
      await write(emulator, 'PATCH', `/orgs/${emulator.organization}/members/${third}`, { role: 'read' })
      emulator.patch('page', pageId(emulator.state(), 'page-20'), { markdown: '# Page 20\n\nOverwritten.\n' })
      emulator.fault({
        operation: 'getSpaceById',
        kind: 'edit',
        count: 2,
        match: idOf(emulator.state(), 'spaces', 'Second'),
      })
    },
    request: { onConflict: 'update' },
  },
]

function pageId(state: Json, slug: string): string {
  const find = (value: unknown): string | undefined => {
    if (Array.isArray(value)) return value.map(find).find(one => one !== undefined)
    if (!isJson(value)) return undefined
    if (value.slug === slug && typeof value.id === 'string') return value.id
    return find(value.pages)
  }
  const manual = listOf(state.spaces).find(one => one.title === 'Manual')
  const id = find(jsonOf(manual?.content).pages)
  if (id === undefined) throw new Error(`no page ${slug}`)
  return id
}

function fileIds(state: Json, title: string): string[] {
  const space = listOf(state.spaces).find(one => one.title === title)
  return listOf(jsonOf(space?.content).files).map(one => String(one.id))
}

function idOf(state: Json, list: string, title: string): string {
  const found = listOf(state[list]).find(one => one.title === title)
  if (found === undefined) throw new Error(`no ${title} in ${list}`)
  return String(found.id)
}

function idsOf(state: Json, list: string): string[] {
  return listOf(listOf(state.organizations)[0]?.[list]).map(one => String(one.id))
}

/** Whoever is no administrator. */
function members(state: Json): string[] {
  return listOf(listOf(state.organizations)[0]?.members).flatMap(one =>
    one.role === 'admin' ? [] : [String(one.id)],
  )
}

function organizationOf(state: Json, id: string): Json {
  return listOf(state.organizations).find(one => one.id === id) ?? {}
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}

function jsonOf(value: unknown): Json {
  return isJson(value) ? value : {}
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
