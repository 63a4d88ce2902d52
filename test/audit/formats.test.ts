/** Two states of one organization as a report of changes, and what each format says of a row. */
import { expect, test } from 'vitest'
import { makeChangesReport } from '../../src/audit/changes/report.ts'
import { chooseRules } from '../../src/audit/choose-rules.ts'
import { type Format, renderReport } from '../../src/audit/formats/format.ts'
import { resources } from '../../src/resources/index.ts'
import { type Branch, type Tree, writeTree } from '../helpers/snapshot-tree.ts'
import { newVault } from '../vault/fixture.ts'
import { readRows } from './read-formats.ts'

const member = (name: string, role: string | null, more: object = {}): Branch => ({
  json: { role, user: { displayName: name, email: `${name}@own.org` }, ...more },
})
const named = (id: string) => ({ id, title: id, displayName: id })
const grant = (permission: string, id: string): Branch => ({
  json: { permission, user: named(id), team: named(id) },
})
const inTeam = (id: string): Branch => ({
  json: { organization: { id, user: named(id) }, team: { role: 'member' } },
})

const state = (below: Tree, grants: Tree, members: Tree): Tree => ({
  organization: {
    org: {
      below: {
        ...below,
        team: { t: { json: { title: 'Team' }, below: members } },
        space: { s: { json: { title: '=cmd|"x", y' }, below: grants } },
      },
    },
  },
})

const before = state(
  { member: { ann: member('ann', 'read'), bob: member('bob', 'edit'), cid: member('cid', 'read') } },
  { 'space-user-grant': { bob: grant('edit', 'bob') }, 'space-team-grant': { t: grant('read', 't') } },
  { 'team-member': { bob: inTeam('bob') } },
)
const after = state(
  {
    member: {
      ann: member('ann', 'admin'),
      bob: member('bob', 'edit', { disabled: true }),
      dan: member('=1+1', 'read'),
    },
  },
  { 'space-user-grant': { ann: grant('admin', 'ann') }, 'space-team-grant': {} },
  { 'team-member': { ann: inTeam('ann') } },
)

async function report(overrides: readonly string[] = []) {
  const { vault } = await newVault()
  await writeTree(vault, before)
  await writeTree(vault, after)
  const made = makeChangesReport({
    vault,
    snapshots: [vault.resolve('1'), vault.resolve('2')],
    origin: { version: '1', created: '2026-01-02T00:00:00.000Z', configuration: 'c', previous: null },
    rules: chooseRules(overrides),
    domains: ['own.org'],
    resolution: 'highest',
    dormantAfterMs: 1e12,
    leavers: [],
    resources,
    massChange: { administrators: 9, removedPercent: 100, removedLeast: 9 },
    trustedForMs: 0,
  })
  const text = (format: Format) =>
    [...renderReport(made, { sha256: 'f'.repeat(64), parts: {}, rows: [], entry: null }, format)].join('')
  return { made, text, rows: [...made.main.cells()] }
}

test('each change is a row with what it was, what it is, and what that means for the person', async () => {
  const { rows, made } = await report()
  const shown = [
    'severity',
    'action',
    'kind',
    'title',
    'before',
    'after',
    'effective_before',
    'effective_after',
    'via',
  ]
  expect(rows.map(row => shown.map(name => row[name]).join(' | '))).toEqual([
    'high | role changed | member | ann | role: read | role: admin | read in the organization | admin everywhere | administrator of the organization',
    'medium | granted | space-user-grant | ann | absent | permission: admin | read | admin | administrator of the organization',
    'low | status changed | member | bob | disabled: absent | disabled: true | edit in the organization | none (disabled) | role in the organization',
    'low | left | member | cid | role: read | absent | read in the organization | none | role in the organization',
    'low | revoked | space-team-grant | t | permission: read | absent | read | none | team',
    'low | revoked | space-user-grant | bob | permission: edit | absent | edit | none | direct on space =cmd|"x", y',
    'low | left team | team-member | bob | team.role: member | absent |  |  | ',
    'info | joined | member | =1+1 | absent | role: read | none | read in the organization | role in the organization',
    'info | joined team | team-member | ann | absent | team.role: member |  |  | ',
  ])
  expect(made.severities).toMatchObject({ critical: 0, high: 1, medium: 1, low: 5, info: 2, unknown: 0 })
  expect(made.counts).toMatchObject({ 'left member': 1, 'revoked space-user-grant': 1 })
})

test.each(['json', 'csv', 'md', 'html', 'ocsf', 'cef'] as const)('%s says the same rows', async format => {
  const { text, rows } = await report()
  const told = readRows(format, text(format)).map(one => one.split(' | ').slice(0, 3).join(' | '))
  expect(told).toEqual(rows.map(({ severity, action, kind }) => `${severity} | ${action} | ${kind}`))
})

test('a spreadsheet is given no formula, and a cell with a comma or a quote stays one cell', async () => {
  const lines = (await report()).text('csv').split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFF"?COMPLETE/)
  expect(lines.find(one => one.includes('joined,member'))).toContain(`,"'=1+1",`)
  expect(lines.find(one => one.includes('granted'))).toContain('"space =cmd|""x"", y"')
})

test('events of OCSF have the activity of their class, and a person only where one is known', async () => {
  const [, ...events] = (await report())
    .text('ocsf')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const told = events.map(one => [one.message.split(':')[0], one.class_uid, one.activity_id].join(' '))
  expect(told).toEqual([
    'role changed 3007 2',
    'granted 3007 16',
    'status changed 3007 5',
    'left 3007 3',
    'revoked 3006 2',
    'revoked 3007 17',
    'left team 3006 4',
    'joined 3007 1',
    'joined team 3006 3',
  ])
  expect(events.every(one => one.actor === undefined)).toBe(true)
  expect(events[0].user).toEqual({ name: 'ann', uid: 'ann', email_addr: 'ann@own.org' })
  expect(events[4].group).toEqual({ name: 'Team', uid: 't' })
  expect(events[6].group).toEqual({ name: 'team Team' })
})

test('lines of CEF are named by their rule, and what would end a field early is escaped', async () => {
  const [, ...lines] = (await report()).text('cef').trim().split('\n')
  expect(lines.map(line => line.split('|')[4])).toEqual([
    'administrator-gained',
    'space-user-grant.added',
    'member-disabled',
    'member.removed',
    'space-team-grant.removed',
    'space-user-grant.removed',
    'team-member.removed',
    'member.added',
    'team-member.added',
  ])
  expect(lines[1]).toContain('duid=ann duser=ann@own.org')
  expect(lines[1]).toContain('cs3=space-user-grant ann space \\=cmd|"x", y')
  expect(lines[4]).toContain('duser=Team')
})

test('a rule that is switched off or turned down is so in the report', async () => {
  const severities = async (...overrides: string[]) =>
    (await report(overrides)).rows.map(row => `${row.severity} ${row.title}`)
  expect(await severities('administrator-gained=off', 'role-raised=low')).toContain('low ann')
  expect((await severities('member.removed=critical'))[0]).toBe('critical cid')
  expect(() => chooseRules(['nonsense=high'])).toThrow('there is no rule "nonsense"')
  expect(() => chooseRules(['role-raised=loud'])).toThrow('"loud" of rule role-raised is no severity')
})
