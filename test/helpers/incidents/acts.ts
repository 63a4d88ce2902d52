/**
 * What people do to an organization, one act at a time, each through the API on something that is there by then: so that
 * several of them together make an incident that nobody thought of.
 */
import type { Emulator } from '../../../src/emulator/handle.ts'
import type { Company } from '../company.ts'
import { write } from '../platform-write.ts'
import { type Json, listOf } from './names.ts'

/** From 0 to below `count`. */
export type Pick = (count: number) => number

interface Scene {
  emulator: Emulator
  /** Of the organization. */
  base: string
  of: Json
  spaces: Json[]
  collections: Json[]
  sites: Json[]
  pick: <T>(list: readonly T[]) => T | undefined
}

const SPACE_DELETED = 'a space deleted'

/** False: there was nothing to do it to. */
type Act = (scene: Scene) => Promise<boolean>

export const acts: Readonly<Record<string, Act>> = {
  [SPACE_DELETED]: async ({ emulator, spaces, pick }) =>
    sent(emulator, 'DELETE', pick(spaces), at => `/spaces/${at.id}`),
  'a space renamed and opened': async ({ emulator, spaces, pick }) =>
    sent(emulator, 'PATCH', pick(spaces), at => `/spaces/${at.id}`, {
      title: 'Renamed',
      defaultLevel: 'edit',
    }),
  'a space moved to the root': async ({ emulator, spaces, pick }) =>
    sent(
      emulator,
      'POST',
      pick(spaces.filter(one => one.parent !== undefined)),
      at => `/spaces/${at.id}/move`,
      { parent: null },
    ),
  'a space moved into a collection': async ({ emulator, spaces, collections, pick }) => {
    const into = pick(collections)
    if (into === undefined) return false
    return sent(emulator, 'POST', pick(spaces), at => `/spaces/${at.id}/move`, { parent: into.id })
  },
  'a page deleted': async ({ emulator, spaces, pick }) => {
    const page = pick(pagesOf(pick(spaces)))
    if (page === undefined) return false
    emulator.remove('page', String(page.id))
    return true
  },
  'a page overwritten': async ({ emulator, spaces, pick }) => {
    const page = pick(pagesOf(pick(spaces)).filter(one => one.type === 'document'))
    if (page === undefined) return false
    emulator.patch('page', String(page.id), { markdown: '# Gone\n\nSomebody wrote this instead.\n' })
    return true
  },
  'a file deleted': async ({ emulator, spaces, pick }) => {
    const file = pick(listOf(contentOf(pick(spaces)).files))
    if (file === undefined) return false
    emulator.remove('file', String(file.id))
    return true
  },
  'a comment deleted': async ({ emulator, spaces, pick }) => {
    const space = pick(spaces)
    const comment = pick(listOf(space?.discussion))
    return sent(emulator, 'DELETE', comment, at => `/spaces/${space?.id}/comments/${at.id}`)
  },
  'a comment resolved': async ({ emulator, spaces, pick }) => {
    const space = pick(spaces)
    const comment = pick(listOf(space?.discussion).filter(one => one.status === 'open'))
    return sent(emulator, 'PUT', comment, at => `/spaces/${space?.id}/comments/${at.id}`, { resolved: true })
  },
  'a collection deleted': async ({ emulator, collections, pick }) =>
    sent(emulator, 'DELETE', pick(collections), at => `/collections/${at.id}`),
  'a collection renamed': async ({ emulator, collections, pick }) =>
    sent(emulator, 'PATCH', pick(collections), at => `/collections/${at.id}`, { title: 'Renamed' }),
  'a team deleted': async ({ emulator, base, of, pick }) =>
    sent(emulator, 'DELETE', pick(listOf(of.teams)), at => `${base}/teams/${at.id}`),
  'a team renamed': async ({ emulator, base, of, pick }) =>
    sent(emulator, 'PATCH', pick(listOf(of.teams)), at => `${base}/teams/${at.id}`, { title: 'Renamed' }),
  'somebody taken out of a team': async ({ emulator, base, of, pick }) => {
    const team = pick(listOf(of.teams))
    return sent(
      emulator,
      'DELETE',
      pick(listOf(team?.memberships)),
      at => `${base}/teams/${team?.id}/members/${at.id}`,
    )
  },
  'a member removed': async ({ emulator, base, of, pick }) =>
    sent(emulator, 'DELETE', pick(others(of)), at => `${base}/members/${at.id}`),
  'a member promoted': async ({ emulator, base, of, pick }) =>
    sent(emulator, 'PATCH', pick(others(of)), at => `${base}/members/${at.id}`, { role: 'admin' }),
  'a site space deleted': partOfSiteDeleted('site-spaces', site => partsOf(site, 'site-space')),
  'a share link deleted': partOfSiteDeleted('share-links', site => listOf(site?.shareLinks)),
  'a redirect deleted': partOfSiteDeleted('redirects', site => listOf(site?.redirects)),
  'a site deleted': async ({ emulator, base, sites, pick }) =>
    sent(emulator, 'DELETE', pick(sites), at => `${base}/sites/${at.id}`),
  'a site renamed': async ({ emulator, base, sites, pick }) =>
    sent(emulator, 'PATCH', pick(sites), at => `${base}/sites/${at.id}`, { title: 'Renamed' }),
  'a section deleted': partOfSiteDeleted('sections', site => partsOf(site, 'site-section')),
  'a server of a site deleted': partOfSiteDeleted('mcp-servers', site => listOf(site?.mcpServers)),
  'a grant of a person taken away': async ({ emulator, spaces, pick }) => {
    const space = pick(spaces)
    const user = pick(Object.keys(grantsOf(space).users ?? {}))
    return sent(emulator, 'DELETE', user, at => `/spaces/${space?.id}/permissions/users/${at}`)
  },
  'a grant of a team made larger': async ({ emulator, spaces, collections, pick }) => {
    const place = pick([...spaces, ...collections])
    const team = pick(Object.keys(grantsOf(place).teams ?? {}))
    const at = place?.object === 'space' ? 'spaces' : 'collections'
    return sent(emulator, 'PATCH', team, id => `/${at}/${place?.id}/permissions/teams/${id}`, {
      role: 'admin',
    })
  },
  'a login provider deleted': async ({ emulator, base, of, pick }) =>
    sent(emulator, 'DELETE', pick(listOf(of.samlProviders)), at => `${base}/saml/${at.id}`),
  'a translation deleted': async ({ emulator, base, of, pick }) =>
    sent(emulator, 'DELETE', pick(listOf(of.translations)), at => `${base}/translations/${at.id}`),
  'a team made': async ({ emulator, base, of, pick }) => {
    const members = [pick(others(of))].flatMap(one => (one === undefined ? [] : [one.id]))
    return sent(emulator, 'PUT', of, () => `${base}/teams`, { title: 'Come since', members })
  },
  'a space made': async ({ emulator, of }) => {
    const space = emulator.create('space', { title: 'Come since', organization: of.id })
    return space !== ''
  },
  'a page made': async ({ emulator, spaces, pick }) => {
    const space = pick(spaces)
    if (space === undefined) return false
    emulator.create('page', { space: space.id, title: 'Come since', markdown: '# Come since\n\nNew.\n' })
    return true
  },
  'a comment made': async ({ emulator, spaces, pick }) =>
    sent(emulator, 'POST', pick(spaces), at => `/spaces/${at.id}/comments`, {
      body: { markdown: 'Come since.' },
    }),
  'a collection made': async ({ emulator, base, of }) =>
    sent(emulator, 'POST', of, () => `${base}/collections`, { title: 'Come since' }),
  'a share link made': async ({ emulator, base, sites, pick }) =>
    sent(emulator, 'POST', pick(sites), at => `${base}/sites/${at.id}/share-links`, { name: 'Come since' }),
  'a section made': async ({ emulator, base, sites, spaces, pick }) => {
    const space = pick(spaces)
    if (space === undefined) return false
    return sent(emulator, 'POST', pick(sites), at => `${base}/sites/${at.id}/sections`, {
      spaceId: space.id,
      title: 'Come since',
    })
  },
  'somebody put in a team': async ({ emulator, base, of, pick }) => {
    const [team, member] = [pick(listOf(of.teams)), pick(others(of))]
    if (team === undefined) return false
    return sent(emulator, 'PUT', member, at => `${base}/teams/${team.id}/members/${at.id}`, {
      role: 'member',
    })
  },
  'a grant given': async ({ emulator, of, spaces, pick }) => {
    const [space, team] = [pick(spaces), pick(listOf(of.teams))]
    const body = { role: 'edit', teams: [team?.id] }
    if (team === undefined) return false
    return sent(emulator, 'POST', space, at => `/spaces/${at.id}/permissions`, body)
  },
  'the address and the default role of the organization changed': async ({ emulator, base, of }) =>
    sent(emulator, 'PATCH', of, () => base, { hostname: 'taken-over', defaultRole: 'admin' }),
  'a specification deleted': async ({ emulator, base, of, pick }) =>
    sent(emulator, 'DELETE', pick(listOf(of.specs)), at => `${base}/openapi/${at.slug}`),
}

function partOfSiteDeleted(folder: string, partsIn: (site: Json | undefined) => Json[]): Act {
  return async ({ emulator, base, sites, pick }) => {
    const site = pick(sites)
    return sent(emulator, 'DELETE', pick(partsIn(site)), at => `${base}/sites/${site?.id}/${folder}/${at.id}`)
  }
}

/** What was done to a space before it was deleted shows once that is back, and not before: so these come first. */
export async function doActs(company: Company, names: readonly string[], pick: Pick): Promise<string[]> {
  const done: string[] = []
  const first = names.filter(name => name === SPACE_DELETED)
  for (const name of [...first, ...names.filter(name => name !== SPACE_DELETED)])
    if (await acts[name]?.(sceneOf(company, pick))) done.push(name)
  return done
}

function sceneOf(company: Company, pick: Pick): Scene {
  const { emulator } = company
  const state: Json = JSON.parse(JSON.stringify(emulator.state()))
  const inside = (one: Json) => one.organization === emulator.organization && one.deletedAt === undefined
  const of = listOf(state.organizations).find(one => one.id === emulator.organization) ?? {}
  return {
    emulator,
    base: `/orgs/${emulator.organization}`,
    of,
    spaces: listOf(state.spaces).filter(inside),
    collections: listOf(state.collections).filter(inside),
    // A service of the document lists no sites, so no backup has them.
    sites: state.profile === 'document' ? [] : listOf(of.sites),
    pick: list => list[pick(Math.max(1, list.length))],
  }
}

async function sent<T extends Json | string>(
  emulator: Emulator,
  method: string,
  what: T | undefined,
  path: (what: T) => string,
  body?: object,
): Promise<boolean> {
  if (what === undefined) return false
  try {
    await write(emulator, method, path(what), body)
    return true
  } catch (error) {
    // A service of another age.
    if (String(error).includes('no such path')) return false
    throw error
  }
}

function others(of: Json): Json[] {
  return listOf(of.members).filter(one => one.role !== 'admin')
}

function contentOf(space: Json | undefined): Json {
  const [content] = listOf([space?.content])
  return content ?? {}
}

function pagesOf(space: Json | undefined): Json[] {
  const below = (pages: unknown): Json[] => listOf(pages).flatMap(page => [page, ...below(page.pages)])
  return below(contentOf(space).pages)
}

function grantsOf(place: Json | undefined): { users?: object; teams?: object } {
  const [grants = {}] = listOf([place?.grants])
  return grants
}

/** Of what a site shows, however deep. */
function partsOf(site: Json | undefined, object: string): Json[] {
  const [structure] = listOf([site?.structure])
  const within = (one: Json): Json[] => [
    ...(one.object === object ? [one] : []),
    ...Object.values(one).flatMap(value => listOf(value).flatMap(within)),
  ]
  return structure === undefined ? [] : within(structure)
}
