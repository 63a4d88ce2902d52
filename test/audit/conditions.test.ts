/** What the rules ask of a change, one question at a time, and the gaps that a change is judged under. */

import { expect, test } from 'vitest'
import { judge } from '../../src/audit/changes/judge.ts'
import { gapOver, lastReading } from '../../src/audit/changes/periods.ts'
import { type ConditionName, conditions, type Situation } from '../../src/audit/conditions.ts'
import type { Rule } from '../../src/audit/rules/rule.ts'
import { worstOf } from '../../src/audit/severity.ts'
import type { SnapshotFacts } from '../../src/audit/snapshot-facts.ts'
import type { Kind } from '../../src/model/resource.ts'
import type { Gap, SnapshotSummary } from '../../src/model/snapshot.ts'
import type { Item } from '../../src/resources/resource.ts'
import { asKind } from '../helpers/as-kind.ts'

const admin = { role: 'admin' }
const open = { visibility: 'public' }
const closed = { visibility: 'private' }
const published = { ...open, published: true }
const rules = (...names: readonly string[]) => ({ mergeRules: { rules: names } })

test.each<[ConditionName, string, Item | null, Item | null, boolean]>([
  ['became-admin', 'member', { role: 'edit' }, admin, true],
  ['became-admin', 'member', null, admin, true],
  ['became-admin', 'member', admin, admin, false],
  ['became-admin', 'member', { ...admin, disabled: true }, admin, true],
  ['became-admin', 'member', null, { ...admin, disabled: true }, false],
  ['ceased-admin', 'member', admin, { ...admin, disabled: true }, true],
  ['ceased-admin', 'member', admin, null, true],
  ['ceased-admin', 'member', { ...admin, disabled: true }, null, false],
  ['activated', 'share-link', null, {}, true],
  ['activated', 'share-link', { active: false }, { active: true }, true],
  ['activated', 'share-link', null, { active: false }, false],
  ['deactivated', 'share-link', { active: true }, null, true],
  ['deactivated', 'share-link', { active: false }, null, false],
  ['raised', 'member', { role: 'read' }, { role: 'comment' }, true],
  ['raised', 'member', { role: 'edit' }, { role: 'edit' }, false],
  ['raised', 'member', { role: null }, { role: 'read' }, true],
  ['raised', 'team-member', { team: { role: 'member' } }, { team: { role: 'owner' } }, true],
  ['raised', 'link-invite', { target: { role: 'read' } }, { target: { role: 'admin' } }, true],
  ['lowered', 'member', { role: 'edit' }, { role: 'edit' }, false],
  ['lowered', 'space-user-grant', { permission: 'admin' }, { permission: 'create' }, true],
  ['default-raised', 'space', { defaultLevel: 'read' }, { defaultLevel: 'edit' }, true],
  ['default-raised', 'space', { defaultLevel: 'read' }, { defaultLevel: 'inherit' }, true],
  ['default-raised', 'space', { defaultLevel: 'admin' }, { defaultLevel: 'inherit' }, false],
  ['default-raised', 'space', { defaultLevel: null }, {}, true],
  ['default-lowered', 'space', {}, { defaultLevel: null }, true],
  ['default-lowered', 'organization', { defaultRole: 'edit' }, { defaultRole: null }, true],
  ['switched-off:sso', 'organization', { sso: true }, { sso: false }, true],
  ['switched-off:sso', 'organization', { sso: true }, {}, true],
  ['switched-off:sso', 'organization', { sso: false }, {}, false],
  ['switched-on:sso', 'organization', {}, { sso: true }, true],
  ['switched-on:disabled', 'member', {}, { disabled: true }, true],
  ['switched-off:disabled', 'member', { disabled: true }, {}, true],
  ['switched-on:inviteLinks', 'organization', { inviteLinks: true }, { inviteLinks: true }, false],
  ['switched-off:inviteLinks', 'organization', { inviteLinks: true }, {}, true],
  ['without-sso', 'member', { sso: true }, { sso: false }, true],
  ['without-sso', 'member', { sso: false }, { sso: false }, false],
  ['without-sso', 'member', null, {}, true],
  ['opened', 'space', closed, { visibility: 'unlisted' }, true],
  ['opened', 'space', open, { visibility: 'unlisted' }, false],
  ['opened', 'space', open, null, false],
  ['opened', 'site', { ...open, published: false }, published, true],
  ['opened', 'site', null, { ...open, published: false }, false],
  ['opened', 'site-space', null, {}, true],
  ['closed', 'site', published, { ...closed, published: true }, true],
  ['closed', 'site', published, { ...open, published: false }, true],
  ['closed', 'space', open, open, false],
  ['not-opened', 'space', closed, open, false],
  ['not-opened', 'space', closed, closed, true],
  ['not-closed', 'space', open, closed, false],
  ['not-closed', 'space', closed, open, true],
  ['merge-rules-weakened', 'space', rules('a', 'b'), rules('b'), true],
  ['merge-rules-weakened', 'space', rules('a'), rules('b', 'a'), false],
  ['merge-rules-weakened', 'space', rules('a'), {}, true],
  ['scopes-widened', 'integration', { scopes: ['a'] }, { scopes: ['a', 'b'] }, true],
  ['scopes-widened', 'integration', { scopes: ['a', 'b'] }, { scopes: ['b'] }, false],
  ['scopes-widened', 'integration', null, { scopes: ['a'] }, false],
  ['scopes-widened', 'installation', { site_selection: 'selected' }, { site_selection: 'all' }, true],
  ['scopes-widened', 'installation', { space_selection: 'all' }, { space_selection: 'selected' }, false],
])('%s of a %s: %j → %j is %s', (name, kind, before, after, expected) => {
  expect(conditions[name](situationOf(asKind(kind), before, after))).toBe(expected)
})

test('few administrators are one or none, and outside is who has no address of the domains', () => {
  const few = (count: number) =>
    conditions['few-admins']({ ...situationOf('member', admin, null), later: factsOf(count) })
  expect([0, 1, 2].map(few)).toEqual([true, true, false])
  expect(conditions.outside(situationOf('member', null, {}))).toBe(true)
  expect(conditions['team-is-admin'](situationOf('team-member', null, {}))).toBe(true)
  expect(conditions['team-is-admin']({ ...situationOf('team-member', null, {}), parent: null })).toBe(false)
})

test('the worst of several counts, and what is not known is no comfort', () => {
  expect(worstOf(['low', 'critical', 'high'])).toBe('critical')
  expect(worstOf(['unknown', 'info'])).toBe('info')
  expect([worstOf(['unknown']), worstOf([])]).toEqual(['unknown', 'info'])
})

test('a rule with a condition stands before the declaration of the same field, and only where all of it holds', () => {
  const said = (rules: readonly Rule[], event: 'added' | 'modified', fields: readonly string[]) =>
    judge(rules, event, fields, situationOf('member', { role: 'read' }, admin))
  const names = (rules: readonly Rule[], ...fields: readonly string[]) =>
    said(rules, 'modified', fields).rules.join()
  const both = ruleOf({ id: 'both', when: ['became-admin', 'outside'] })
  const never = ruleOf({ id: 'never', when: ['became-admin', 'lowered'] })
  const declared = ruleOf({ id: 'declared', declared: true, severity: 'low' })
  const others = ruleOf({ id: 'others', declared: true, fields: ['*'], severity: 'medium' })
  const all = [both, never, declared, others]
  expect(names(all, 'role')).toBe('both')
  expect(names([never, declared, others], 'role')).toBe('declared')
  expect(names(all, 'other')).toBe('others')
  expect(names(all, 'role', 'other')).toBe('both,others')
  expect(
    names([ruleOf({ kinds: ['space'] }), ruleOf({ on: ['added'] }), ruleOf({ period: true })], 'role'),
  ).toBe('')
  expect(said([{ ...both, off: true }, declared], 'modified', ['role'])).toEqual({
    severity: 'info',
    rules: [],
    controls: [],
  })
  expect(said([ruleOf({ on: ['added'], fields: ['x'] })], 'added', ['role']).rules).toEqual(['rule'])
  expect(said([declared, others], 'modified', ['role', 'other']).severity).toBe('medium')
})

test('a gap is over what stands in its scope, of one resource over that one alone', () => {
  const own = summaryOf(2, [gapOf({ resource: 'p1' })])
  const whole = summaryOf(2, [gapOf({})])
  const page = { kind: 'page' as const, id: 'p1', parent: 's1' }
  expect(gapOver(own, page)).toEqual(own.gaps[0])
  expect(gapOver(own, { ...page, id: 'p2' })).toBeNull()
  expect(gapOver(whole, { ...page, id: 'p2' })).toEqual(whole.gaps[0])
  expect(gapOver(whole, { ...page, parent: 's2' })).toBeNull()
  expect(gapOver(whole, { ...page, parent: null })).toEqual(whole.gaps[0])
  expect(gapOver(whole, { ...page, kind: 'file' })).toBeNull()
})

test('the last reading of a scope is no later than what it is asked for, and none that has the gap', () => {
  const page = { kind: 'page' as const, id: 'p1', parent: 's1' }
  const all = [summaryOf(1, []), summaryOf(2, []), summaryOf(3, [gapOf({})]), summaryOf(4, [])]
  const [first, second, third, fourth] = all
  if (!first || !second || !third || !fourth) throw new Error('there are four')
  expect([first, second, third, fourth].map(one => lastReading(all, one, page)?.snapshot)).toEqual([
    1, 2, 2, 4,
  ])
  expect(lastReading([third], third, page)).toBeNull()
})

function situationOf(kind: Kind, before: Item | null, after: Item | null): Situation {
  return { kind, id: 'x', parent: 'above', before, after, earlier: factsOf(2), later: factsOf(2) }
}

/** Of an organization with single sign-on whose members may comment, with one published site and one team of note. */
function factsOf(administrators: number): SnapshotFacts {
  return {
    snapshot: summaryOf(1, []),
    organization: () => ({ sso: true, defaultRole: 'comment' }),
    item: (kind, id) => (kind === 'site' && id === 'above' ? published : null),
    title: () => null,
    person: id => ({ id, name: null, email: null, domain: null }),
    isMember: () => false,
    administrators: () => administrators,
    teamIsAdmin: team => team === 'above',
    isOutside: email => email === null,
    access: {
      defaultRole: null,
      person: () => null,
      teamsOf: () => [],
      place: () => null,
      sitesOf: () => [],
      userGrant: () => null,
      teamGrant: () => null,
    },
  }
}

function ruleOf(own: Partial<Rule>): Rule {
  const about = { kinds: ['member'], on: ['modified'], fields: ['role'], controls: [] } as const
  return { id: 'rule', severity: 'high', doc: '', ...about, ...own }
}

function gapOf(own: Partial<Gap>): Gap {
  return {
    kind: 'page',
    parent: 's1',
    parentKind: 'space',
    class: 'refused',
    message: 'no',
    firstSeen: 1,
    ...own,
  }
}

function summaryOf(snapshot: number, gaps: Gap[]): SnapshotSummary {
  return {
    snapshot,
    organization: 'org',
    organizationTitle: 'Org',
    state: gaps.length > 0 ? 'partial' : 'complete',
    trigger: 'test',
    started: '2026-11-20T02:00:00.000Z',
    sealed: null,
    base: null,
    resources: {},
    gaps,
    not_offered: [],
    proof: null,
    contents: null,
    digest: null,
    previous: null,
    duration_ms: 0,
    requests: 0,
    bytes: 0,
    added: 0,
    modified: 0,
    removed: 0,
    carried: 0,
  }
}
