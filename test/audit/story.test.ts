import { expect, test } from 'vitest'
import { FORMATS } from '../../src/audit/formats/format.ts'
import { docvault } from '../helpers/docvault.ts'
import { failInTurn, LISTS } from './fail-in-turn.ts'
import { readRows } from './read-formats.ts'
import { expected, rowsOf } from './rows.ts'
import { steps } from './story.ts'
import { tellStory } from './tell-story.ts'

/** What a story of this kind has to have in it, each with the rule and the kind that tell it. */
const named: readonly (readonly [what: string, rule: string, kind: string])[] = [
  ['a role goes up', 'role-raised', 'member'],
  ['a role goes down', 'role-lowered', 'member'],
  ['an administrator comes from outside', 'outside-administrator', 'member'],
  ['a team loses one and gains one', 'team-member.removed', 'team-member'],
  ['a powerful team grows', 'privileged-team-grew', 'team-member'],
  ['a SAML certificate is swapped', 'saml-provider.certificate', 'saml-provider'],
  ['a site becomes public', 'content-made-public', 'site'],
  ['a share link is activated', 'share-link-activated', 'share-link'],
  ['the default role is raised', 'default-role-raised', 'organization'],
  ['invite links are switched on', 'invite-links-on', 'organization'],
  ['single sign-on is switched off', 'sso-switched-off', 'organization'],
  ['a member leaves while a list fails', 'member.removed', 'member'],
]

test('the story of ten snapshots: exactly the expected rows, in every format', async () => {
  const { company, edits } = await tellStory()
  console.log(`${edits} edits over ${steps.length + 1} snapshots`)
  expect(edits).toBe(42)
  expect(steps.length + 1).toBe(10)
  const rows = new Map<string, string[]>()
  for (const format of FORMATS) {
    const run = await docvault(['audit', 'changes', '--since', '2', '--format', format], { env: company.env })
    expect([format, run.code, run.stderr]).toEqual([format, 3, ''])
    const text = run.stdout.toString()
    expect(text.split('\n')[0]).toContain('PARTIAL')
    rows.set(format, readRows(format, text).sort())
  }
  const wanted = expected
    .map(([severity, action, kind, title]) => `${severity} | ${action} | ${kind} | ${title}`)
    .sort()
  console.log(`${wanted.length} rows expected in each of ${FORMATS.length} formats`)
  const isTold = (row: string) => !row.includes('| space-access |')
  for (const format of FORMATS) expect([format, rows.get(format)?.filter(isTold)]).toEqual([format, wanted])
})

test('each row is told by the rules, with who did it, between the right snapshots', async () => {
  const { company } = await tellStory()
  // Whose access a default level changed stands below it, and has tests of its own.
  const rows = rowsOf(company).filter(one => one.resource.kind !== 'space-access')
  const told = rows.map(({ severity, action, resource, rules }) =>
    [severity, action, resource.kind, resource.title, rules.join(' ')].join(' | '),
  )
  const wanted = expected.map(([severity, action, kind, title, rules]) =>
    [severity, action, kind, title, rules.join(' ')].join(' | '),
  )
  expect(told.sort()).toEqual(wanted.sort())
  const unheardOf = named.filter(([, rule, kind]) =>
    rows.every(one => !one.rules.includes(rule) || one.resource.kind !== kind),
  )
  expect(unheardOf).toEqual([])
  const left = rows.find(one => one.action === 'left' && one.resource.title === 'Amara Schmidt')
  // The list failed in snapshot 9: told in 10, since the reading in 8.
  expect(left?.snapshots).toEqual([9, 10])
  const started = (number: number) => company.vault().resolve(String(number)).started
  expect(left?.detected.after).toBe(started(8))
  expect(left).toMatchObject({ actor: 'Ada Brandt', subject: { email: 'amara.schmidt@acme.example' } })
  const granted = rows.find(one => one.resource.kind === 'space-user-grant' && one.action === 'granted')
  // A team gave as much before: the grant says comment, and changes nothing.
  expect(granted).toMatchObject({
    actor: 'Ada Brandt',
    after: 'permission: comment',
    effective_before: 'edit',
    effective_after: 'edit',
    via: 'team Engineering on space Second',
  })

  // A first or a last snapshot that could not read something leaves it unknown.
  const inGap = rowsOf(company, 2, 9)
  expect(inGap.filter(one => one.severity === 'unknown').map(one => one.resource.title)).toEqual([
    'every member',
  ])
  expect(inGap.filter(one => one.resource.kind === 'member' && one.snapshots[1] === 9)).toMatchObject([
    { action: 'unknown', cause: expect.stringContaining('unreachable') },
  ])
  const fromGap = rowsOf(company, 9)
  expect(fromGap.filter(one => one.resource.kind === 'member' && one.snapshots[1] === 10)).toMatchObject([
    { action: 'unknown' },
  ])
})

test('lists that fail: nothing is added or removed that was not', async () => {
  expect(await failInTurn(LISTS.slice(0, 3))).toEqual([])
}, 180_000)
