/** What a review of access asks, on one snapshot that has one of everything. */
import { expect, test } from 'vitest'
import { type AccessRequest, makeAccessReport } from '../../src/audit/access/report.ts'
import { type Branch, type Tree, writeTree } from '../helpers/snapshot-tree.ts'
import { newVault } from '../vault/fixture.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-06-01T00:00:00Z')
const ago = (days: number) => new Date(NOW - days * DAY_MS).toISOString()

const member = (name: string, json: object): Branch => ({
  json: { user: { displayName: name, email: `${name}@own.org` }, sso: true, lastSeenAt: ago(1), ...json },
})
const grant = (permission: string): Branch => ({ json: { permission } })
const titled = (title: string, json: object = {}, below: Tree = {}): Branch => ({
  json: { title, ...json },
  below,
})

const below: Tree = {
  member: {
    ann: member('ann', { role: 'admin' }),
    bob: member('bob', { role: 'admin', disabled: true, sso: false }),
    cid: member('cid', { role: 'read', lastSeenAt: ago(90) }),
    dan: member('dan', { role: null, user: { displayName: 'dan', email: 'Dan@Else.org' } }),
    eve: member('eve', { role: 'edit', lastSeenAt: null, joinedAt: ago(100) }),
    fay: member('fay', { role: 'admin', lastSeenAt: ago(30) }),
  },
  team: {
    led: titled('Led', {}, { 'team-member': { cid: { json: { team: { role: 'owner' } } }, dan: {} } }),
    loose: titled('Loose', {}, { 'team-member': { eve: { json: { team: { role: 'member' } } } } }),
  },
  collection: {
    closed: titled('Closed', { defaultLevel: null }, { 'collection-team-grant': { led: grant('admin') } }),
    within: titled('Within', { parent: 'closed' }),
    open: titled('Open', { defaultLevel: 'read' }),
  },
  space: {
    s1: titled(
      'Secret',
      { visibility: 'unlisted', parent: 'within' },
      { 'space-user-grant': { dan: grant('edit'), cid: grant('admin'), ghost: grant('read') } },
    ),
    s2: titled('Plain', { visibility: 'private', parent: 'closed' }),
    s3: titled('World', { visibility: 'public', parent: 'open' }),
    s4: titled('Shared', { visibility: 'in-collection' }),
  },
  site: {
    w: titled(
      'Site',
      { visibility: 'public', published: false },
      { 'share-link': { l1: { json: { name: 'old', active: false } }, l2: { json: { name: 'new' } } } },
    ),
  },
  'saml-provider': {
    p: { json: { label: 'Login', status: 'active', ssoURL: 'https://x', defaultRole: 'read' } },
  },
  'link-invite': { abcdefgh: { json: { level: 'edit' } } },
  installation: { i: { json: { status: 'active', integration: 'bot', space_selection: 'all' } } },
}

const settings = { sso: true, inviteLinks: false, defaultRole: null, emailDomains: ['own.org'] }

async function report(wish: Partial<AccessRequest> = {}, tree = below) {
  const { vault } = await newVault({ clock: () => NOW })
  await writeTree(vault, { organization: { org: { json: settings, below: tree } } })
  const made = makeAccessReport({
    vault,
    snapshot: vault.resolve('1'),
    origin: { version: '1', created: ago(0), configuration: 'x', previous: null },
    domains: [],
    resolution: 'highest',
    dormantAfterMs: 30 * DAY_MS,
    leavers: [],
    ...wish,
  })
  const rows = (id: string) => {
    const table = [made.main, ...made.sections].find(one => one.id === id)
    const cells = [...(table?.cells() ?? [])].map(one => Object.values(one).filter(Boolean).join(' | '))
    expect(table?.count).toBe(cells.length)
    return cells
  }
  return { made, rows, findings: made.findings.map(one => `${one.severity} ${one.rule}: ${one.text}`) }
}

test('each question is answered with those it is about, and nobody else', async () => {
  const { made, rows } = await report()
  expect(rows('privileged')).toEqual([
    'ann | ann@own.org | admin | administrator of the organization | ann',
    'bob | bob@own.org | admin | administrator, disabled | bob',
    'fay | fay@own.org | admin | administrator of the organization | fay',
    'cid | cid@own.org | admin | direct on space Secret | cid',
    'cid | cid@own.org | admin | team Led on collection Closed | cid',
    'dan | Dan@Else.org | admin | team Led on collection Closed | dan',
  ])
  expect(rows('outside')).toEqual(['dan | Dan@Else.org | guest | domain else.org | dan'])
  expect(rows('without-sso')).toEqual(['bob | bob@own.org | admin | signs on otherwise | bob'])
  expect(rows('disabled')).toEqual(['bob | bob@own.org | admin | disabled | bob'])
  expect(rows('guests')).toEqual([
    'dan | Dan@Else.org | edit | direct on space Secret | dan',
    'ghost | read | direct on space Secret, no member | ghost',
  ])
  expect(rows('teams')).toEqual(['Loose | team | no owner | loose'])
  expect(rows('published')).toEqual([
    'Site | site | public, not published | w',
    'Secret | space | unlisted | s1',
    'World | space | public | s3',
    'old | share-link | not active | site Site | l1',
    'new | share-link | active | site Site | l2',
  ])
  expect(rows('integrations')).toEqual(['bot | installation | active, spaces: all | i'])
  expect(made.sections.find(one => one.id === 'without-sso')?.note).toBe('Single sign-on is enforced.')
})

test('how people get in is told with every setting, and a link to join without what opens it', async () => {
  expect((await report()).rows('joining')).toEqual([
    'single sign-on enforced | organization | true | org',
    'invite links | organization | false | org',
    'default role | organization | none | org',
    'domains | organization | own.org | org',
    'Login | saml-provider | active, default role read | https://x | p',
    'invite link | link-invite | role edit | abcd…',
  ])
})

test('who was not seen for long is dormant from the limit on, and who never came after it', async () => {
  expect((await report()).rows('dormant')).toEqual([
    'cid | cid@own.org | read | not seen for 90 days as of snapshot 1 | cid',
    'eve | eve@own.org | edit | never seen, as of snapshot 1 | eve',
    'fay | fay@own.org | admin | not seen for 30 days as of snapshot 1 | fay',
  ])
  const patient = await report({ dormantAfterMs: 100 * DAY_MS })
  expect(patient.rows('dormant')).toEqual(['eve | eve@own.org | edit | never seen, as of snapshot 1 | eve'])
})

test('people are counted as what they are', async () => {
  const { counts } = (await report()).made
  expect(counts).toMatchObject({ members: 5, guests: 1, administrators: 2, disabled: 1, 'no members': 1 })
  expect(counts).toMatchObject({ teams: 2, spaces: 4, sites: 1, collections: 3, 'share-links': 2 })
})

test('what a state shows by itself is found, and only that', async () => {
  expect((await report()).findings).toEqual([
    'high dormant-administrator: fay is administrator and not seen for 30 days as of snapshot 1',
    'high grant-without-member: ghost is no member and still has a role on space s1',
    'high public-in-private: Secret is unlisted, and stands in the private collection Closed',
  ])
  const { made, findings } = await report({
    leavers: ['DAN@else.org', 'nobody@own.org'],
    dormantAfterMs: 999 * DAY_MS,
  })
  expect(findings).toContain('high leaver-present: dan is on the list of leavers and still a member')
  expect(findings).toHaveLength(3)
  expect(made.severities).toMatchObject({ critical: 0, high: 3 })
})

test('an organization whose only administrators are switched off has none', async () => {
  const { findings } = await report({}, { member: { bob: member('bob', { role: 'admin', disabled: true }) } })
  expect(findings).toEqual(['critical no-administrator: no enabled administrator is left'])
  expect((await report({}, { member: {} })).findings).toEqual([])
})

test('a report of a whole snapshot says so, and the domains that count as own', async () => {
  const { about } = (await report({ domains: ['friends.org'] })).made
  expect(about).toMatchObject({ partial: false, domains: ['friends.org', 'own.org'] })
  expect(about.statement).toMatch(/^COMPLETE/)
  const { rows } = await report({ domains: ['else.org'] })
  expect(rows('outside')).toEqual([])
})

test('everybody has a row for the organization, and one for each space where something else decides', async () => {
  const people = (await report())
    .rows('people')
    .map(one => one.split(' | ').filter(cell => !cell.includes('own.org')))
  const rowsOf = (name: string) =>
    people.filter(([person]) => person === name).map(cells => cells.slice(-5).join(' | '))
  expect(rowsOf('ann')).toEqual([
    'organization, and 4 of 4 spaces by it | org | admin | administrator of the organization | platform',
  ])
  expect(rowsOf('bob')).toEqual(['organization | org | admin | administrator of the organization | platform'])
  expect(rowsOf('cid')).toEqual([
    'organization, and 1 of 4 spaces by it | org | read | role in the organization | platform',
    'space Secret | s1 | admin | direct on space Secret | computed',
    'space Plain | s2 | admin | team Led on collection Closed | computed',
    'space World | s3 | read | default of collection Open | computed',
  ])
  expect(rowsOf('dan')).toEqual([
    'organization | org | guest | role in the organization | platform',
    'space Secret | s1 | admin | team Led on collection Closed | computed',
    'space Plain | s2 | admin | team Led on collection Closed | computed',
  ])
  expect(rowsOf('ghost')).toEqual([
    'no member | organization | org | none | platform',
    'space Secret | s1 | read | direct on space Secret | computed',
  ])
})
