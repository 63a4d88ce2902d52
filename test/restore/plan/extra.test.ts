/** What the snapshot does not have and the target does: deleted where that is asked for, or named with the reason why it stays. */
import { expect, test } from 'vitest'
import { isContent } from '../../../src/resources/drafts.ts'
import type { OrganizationState } from '../../../src/restore/state.ts'
import { first, write } from '../../contract/kind-cases/kind-case.ts'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { person, plan, titled, type Wish } from '../../helpers/plan-of-trees.ts'
import { restoreHome } from '../../helpers/restoring.ts'
import type { Tree } from '../../helpers/snapshot-tree.ts'
import { itemsOf } from '../../helpers/state/expected.ts'

const EXTRA = 'not in the snapshot'
/** Read, and empty. */
const none = {}

const extra = {
  team: { t: titled('Kept'), x: titled('Extra', {}, { 'team-member': { v: {} } }) },
  space: { s: titled('Extra', {}, { 'space-user-grant': { v: {} }, page: { p: titled('One') } }) },
  member: { v: person('b@x') },
  'audit-event': { e: {} },
}

async function deletes(left: Tree, right: Tree, { request, ...wish }: Wish = {}) {
  const { steps, skipped } = await plan(left, right, {
    ...wish,
    request: { deleteExtra: 'other', ...request },
  })
  return { deleted: steps.filter(step => step.startsWith('delete')), skipped }
}

test('nothing is deleted unless it was asked for, and then only what the snapshot has not', async () => {
  const left = { team: { a: titled('Kept') }, space: none }
  expect((await plan(left, extra)).steps).toEqual([])
  const { steps, plan: made } = await plan(left, extra, { request: { deleteExtra: 'other' } })
  expect(steps).toEqual([`delete space s: ${EXTRA}`, `delete team x: ${EXTRA}`])
  expect(made.requests).toBe(2)
})

test('what came since is named with how it would go, at home, and nothing where the list was not read', async () => {
  const left = {
    team: { t: titled('Kept') },
    space: { z: titled('Manual', {}, { page: none }) },
    member: none,
  }
  const right = {
    ...extra,
    space: { z: titled('Manual', {}, { page: { q: titled('New') } }), ...extra.space },
    collection: { c: titled('Box') },
  }
  const { besides, steps } = await plan(left, right, { home: true })
  expect(steps).toEqual([])
  expect(besides.toSorted()).toEqual([
    'member v: --kind member --delete-extra removes it',
    'page z/q: this service deletes no pages: it has to be deleted by hand',
    'space s: --delete-extra removes it',
    'team x: --delete-extra removes it',
  ])
  expect((await plan(left, right)).besides).toEqual([])
  const teams = await plan(left, right, { home: true, request: { kinds: ['team'] } })
  expect(teams.besides).toEqual(['team x: --delete-extra removes it'])
  const deleting = await plan(left, right, { home: true, request: { deleteExtra: 'other' } })
  expect(deleting.besides).toEqual([])
})

test('pages are asked for space by space: all of an organization at once would keep a daemon from everything else', async () => {
  const pages = (...ids: string[]) => ({ page: Object.fromEntries(ids.map(id => [id, titled(id)])) })
  const left = { space: { a: titled('A', {}, pages('p')), b: titled('B', {}, pages('q')) } }
  const right = { space: { a: titled('A', {}, pages('p', 'x')), b: titled('B', {}, pages('q', 'y')) } }
  const through = (state: OrganizationState): OrganizationState => ({
    ...state,
    list(kind, parent) {
      if (parent === undefined && isContent(kind)) throw new Error(`all of kind ${kind} were asked for`)
      return state.list(kind, parent)
    },
  })
  const { besides } = await plan(left, right, { home: true, writer: 'batch', through })
  expect(besides).toEqual(['page a/x: --delete-extra removes it', 'page b/y: --delete-extra removes it'])
  const { plan: made } = await plan(left, right, {
    home: true,
    writer: 'batch',
    through,
    request: { deleteExtra: 'other' },
  })
  expect(made.steps.flatMap(step => step.takes ?? []).map(page => page.path)).toEqual(['a/x', 'b/y'])
})

test('a choice of some things deletes nothing of other kinds', async () => {
  const left = { team: { a: titled('Kept') }, space: { z: titled('Z') } }
  expect((await deletes(left, extra, { request: { kinds: ['team'] } })).deleted).toEqual([
    `delete team x: ${EXTRA}`,
  ])
  expect((await deletes(left, extra, { request: { spaces: ['z'] } })).deleted).toEqual([])
})

test('what stands in a list that the snapshot never read may have been there: it stays, and is named', async () => {
  const { deleted, skipped } = await deletes({ team: { a: titled('Kept') } }, extra)
  expect(deleted).toEqual([`delete team x: ${EXTRA}`])
  const [space = ''] = skipped.filter(line => line.startsWith('space s'))
  expect(space).toBe(`space s: ${EXTRA}: snapshot 1 did not read it: it was not backed up then`)
})

test('people stay unless their kind is chosen by name', async () => {
  const left = { team: none, space: none, member: none }
  const whole = await deletes(left, extra)
  expect(whole.deleted).toHaveLength(3)
  expect(whole.skipped).toEqual([`member v: ${EXTRA}: people stay: --kind member takes them out`])
  expect((await deletes(left, extra, { request: { kinds: ['member'] } })).deleted).toEqual([
    `delete member v: ${EXTRA}`,
  ])
})

test('a collection goes after what it holds, but not with something of the snapshot in it', async () => {
  const left = { space: { a: titled('Manual') }, collection: none }
  const box = (space: string) => ({
    collection: { c: titled('Box') },
    space: { [space]: titled(space === 'a' ? 'Manual' : 'New', { parent: 'c' }) },
  })
  const held = await deletes(left, box('a'), { home: true })
  expect(held.deleted).toEqual([])
  expect(held.skipped.join()).toContain('collection c: not in the snapshot: it holds space Manual')
  const taken = await deletes(left, box('a'), { home: true, request: { onConflict: 'update' } })
  expect(taken.deleted).toEqual([`delete collection c: ${EXTRA}`])
  expect((await deletes({ ...left, space: none }, box('b'), { home: true })).deleted).toEqual([
    `delete space b: ${EXTRA}`,
    `delete collection c: ${EXTRA}`,
  ])
})

test('a site space goes with its section, and by itself where its section stays', async () => {
  const site = (below: Tree) => ({ site: { w: titled('Docs', {}, below) } })
  const left = site({ 'site-section': none, 'site-space': none })
  const right = site({
    'site-section': { c: titled('Mine', { path: 'mine' }) },
    'site-space': { d: { json: { section: 'c', path: '', space: { id: 's' } } } },
  })
  expect((await deletes(left, right, { home: true })).deleted).toEqual([`delete site-section w/c: ${EXTRA}`])
  const alone = await deletes(left, right, { home: true, request: { kinds: ['site-space'] } })
  expect(alone.deleted).toEqual([`delete site-space w/d: ${EXTRA}`])
  const unread = await deletes(site({ 'site-space': none }), right, { home: true })
  expect(unread.deleted).toEqual([`delete site-space w/d: ${EXTRA}`])
  expect(unread.skipped.join()).toContain('did not read it')
})

test.each(['full', 'current'] as const)(
  'doors and places that somebody added to a site are gone afterwards, profile %s',
  async profile => {
    const company = await makeCompany({ profile, sites: 1 })
    await company.backUp()
    const before = siteOf(company)
    await addDoors(company)
    expect(siteOf(company)).not.toEqual(before)
    const home = restoreHome(company)
    const title = String(itemsOf(company.emulator.state().organizations)[0]?.title)
    const { result, plan } = await home.apply('1', { onConflict: 'update', deleteExtra: title })
    expect([result?.outcome.failures, result?.verification.differences]).toEqual([[], []])
    expect(plan?.steps.filter(({ action }) => action === 'delete').map(({ kind }) => kind)).toEqual([
      'share-link',
      'site-mcp-server',
      'site-redirect',
      'site-customization',
      'site-space',
      'site-section',
    ])
    expect(siteOf(company)).toEqual(before)
    expect((await home.plan('1', { onConflict: 'update', deleteExtra: title })).plan?.steps).toEqual([])
  },
)

async function addDoors(company: Company): Promise<void> {
  const [site, shown, space] = (['site', 'site-space', 'space'] as const).map(kind => first(company, kind).id)
  const at = `sites/${site}`
  const post = (list: string, body: object) => write(company, 'POST', `${at}/${list}`, body)
  await post('share-links', { name: 'For me' })
  await post('mcp-servers', { name: 'Mine', url: 'https://evil.example/', headers: {} })
  await post('redirects', { source: '/mine', destination: { kind: 'site-space', siteSpaceId: shown } })
  await write(company, 'PATCH', `${at}/site-spaces/${shown}/customization`, { title: 'Mine' })
  await post('sections', { spaceId: space, title: 'Mine' })
  await post('site-spaces', { spaceId: space, sectionId: first(company, 'site-section').id })
}

function siteOf({ emulator }: Company): unknown {
  const [site] = itemsOf(itemsOf(emulator.state().organizations)[0]?.sites)
  // Addresses are signed anew in every answer.
  return JSON.parse(JSON.stringify(site).replaceAll(/\?alt=media[^"]*/g, ''))
}
