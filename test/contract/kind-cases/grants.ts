/** Who was given what, and who gets in. People and teams are given what they have anyway, so that one row goes alone. */
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import type { Company } from '../../helpers/company.ts'
import { countBelow, first, type KindCase, type KindCases, removeOne, rowsOf, write } from './kind-case.ts'

type Noun = 'space' | 'collection' | 'site'

export const grantCases: KindCases = {
  'space-user-grant': given('space', 'user'),
  'space-team-grant': given('space', 'team'),
  'space-access': reached('space', {}, 2),
  'collection-user-grant': given('collection', 'user'),
  'collection-team-grant': given('collection', 'team'),
  // With the nested collection goes the space in it.
  'collection-access': reached('collection', {}, 3),
  'site-user-grant': given('site', 'user', { sites: 1, profile: 'current' }),
  'site-team-grant': given('site', 'team', { sites: 1, profile: 'current' }),
  'site-access': reached('site', { sites: 1, profile: 'current' }, 2),
  'member-space': {
    options: { profile: 'document' },
    operation: 'listSpacesForOrganizationMember',
    remove: async company => {
      const { id, parentId } = ordinaryMember(company)
      await write(company, 'PATCH', `members/${parentId}`, { role: null })
      const left = await listed(company, `members/${parentId}/spaces`)
      const before = rowsOf(company, 'member-space').filter(one => one.parentId === parentId)
      if (left.length >= before.length) throw new Error(`nobody lost ${id}`)
      return before.length - left.length
    },
    change: async company => {
      await write(company, 'PATCH', `members/${ordinaryMember(company).parentId}`, { role: 'admin' })
    },
  },
  'collection-order': {
    operation: 'listSpacesInCollectionById',
    remove: async company => {
      const gone = rowsOf(company, 'collection').at(-1)
      if (!gone) throw new Error('there is no collection')
      return removeOne(company, 'collection', gone.id) + countBelow(company, gone)
    },
    change: async company => {
      const [outer] = await listed(company, 'collections')
      const [space] = await listed(company, 'spaces')
      await write(company, 'POST', `/spaces/${space?.id}/move`, { parent: outer?.id })
    },
  },
}

function given(noun: Noun, who: 'user' | 'team', options: EmulatorOptions = {}): KindCase {
  const path = `permissions/${who}s`
  return {
    options,
    operation: `list${who === 'user' ? 'User' : 'Team'}PermissionsIn${capital(noun)}`,
    prepare: async company => {
      const place = await placeOf(company, noun)
      const ids = who === 'user' ? await people(company, 'read') : await teams(company)
      await write(company, 'POST', `${place}/permissions`, { role: 'read', [`${who}s`]: ids })
    },
    remove: async company => {
      const place = await placeOf(company, noun)
      await write(company, 'DELETE', `${place}/${path}/${onlyRead(company, `${noun}-${who}-grant`)}`)
      return 1
    },
    change: async company => {
      const place = await placeOf(company, noun)
      const one = onlyRead(company, `${noun}-${who}-grant`)
      await write(company, 'PATCH', `${place}/${path}/${one}`, { role: 'create' })
    },
  }
}

/** In no team. */
const LONELY = { displayName: 'Lonely Guest', email: 'lonely@contractor.example' } as const

/** A guest gets in by one grant, and loses with it what is counted here. */
function reached(noun: Noun, options: EmulatorOptions, goes: number): KindCase {
  return {
    options,
    operation: `listPermissionsAggregateIn${capital(noun)}`,
    prepare: async company => {
      const guest = company.emulator.create('member', { ...LONELY, role: null })
      const place = await placeOf(company, noun)
      await write(company, 'POST', `${place}/permissions`, { role: 'comment', users: [guest] })
      const others = await people(company, 'read')
      await write(company, 'POST', `${place}/permissions`, { role: 'read', users: others })
    },
    remove: async company => {
      const guest = await lonelyGuest(company)
      await write(company, 'DELETE', `${await placeOf(company, noun)}/permissions/users/${guest}`)
      return goes
    },
    change: async company => {
      const guest = await lonelyGuest(company)
      const path = `${await placeOf(company, noun)}/permissions/users/${guest}`
      await write(company, 'PATCH', path, { role: 'edit' })
    },
  }
}

function capital(noun: Noun): string {
  return noun[0]?.toUpperCase() + noun.slice(1)
}

async function placeOf(company: Company, noun: Noun): Promise<string> {
  if (noun === 'site') return `sites/${(await listed(company, 'sites'))[0]?.id}`
  if (noun === 'space') return `/spaces/${(await listed(company, 'spaces'))[0]?.id}`
  return `/collections/${(await listed(company, 'collections')).at(-1)?.id}`
}

async function lonelyGuest(company: Company): Promise<string> {
  const [guest] = await listed(company, 'members?search=lonely')
  return guest?.id ?? ''
}

async function people(company: Company, role: string | null): Promise<string[]> {
  return (await listed(company, 'members')).filter(one => one.role === role).map(one => one.id)
}

async function teams(company: Company): Promise<string[]> {
  return (await listed(company, 'teams')).map(one => one.id)
}

async function listed(company: Company, path: string): Promise<{ id: string; role?: string | null }[]> {
  return Object(await write(company, 'GET', path)).items
}

function onlyRead(company: Company, kind: string): string {
  const isRead = (value: unknown) => JSON.stringify(value).includes('"permission":"read"')
  const found = rowsOf(company, kind).find(one => isRead(company.vault().readJson(one)))
  return found?.id ?? first(company, kind).id
}

function ordinaryMember(company: Company): { id: string; parentId: string | null } {
  const vault = company.vault()
  const isOrdinary = (value: unknown) => JSON.stringify(value).includes('"role":"read"')
  const one = rowsOf(company, 'member').find(row => isOrdinary(vault.readJson(row)))
  const found = rowsOf(company, 'member-space').find(row => row.parentId === one?.id)
  if (!found) throw new Error('nobody can open anything')
  return found
}
