/** What a plan does with each thing: makes it, sets it, leaves it and says so, or says that nothing can be done. */

import { expect, test } from 'vitest'
import type { RestoreRequest } from '../../../src/restore/request.ts'
import { person, plan, titled } from '../../helpers/plan-of-trees.ts'
import type { Branch, Tree } from '../../helpers/snapshot-tree.ts'

/** Something of its own, so that the target is not taken for new. */
const something = { collection: { own: titled('Own') } }

test('what is there as it was needs nothing', async () => {
  const tree = { team: { a: titled('One') }, space: { s: titled('Manual') }, member: { u: person('a@x') } }
  expect(await plan(tree, tree, { home: true })).toMatchObject({ steps: [], skipped: [], impossible: [] })
  expect(await plan(tree, tree)).toMatchObject({ steps: [], skipped: [], impossible: [] })
})

test('what is missing is made, what others point to first', async () => {
  const left = {
    space: { s: titled('Manual', { parent: 'c' }) },
    collection: { c: titled('Box') },
    team: { a: titled('One') },
  }
  const { steps, plan: made } = await plan(left, something, { requestsPerSecond: 2 })
  expect(steps).toEqual([
    ...['team a', 'collection c', 'space s'].map(name => `create ${name}: missing in the target`),
    'update space s: its default level',
  ])
  expect(made.estimateMs).toBe(made.requests * 500)
  expect(made.requests).toBeGreaterThanOrEqual(3)
})

test('what differs is left and told, or set where that was asked for', async () => {
  const left = { space: { s: titled('Manual') } }
  const right = { space: { s: titled('Handbook') } }
  const left1 = 'space s: title: Handbook → Manual: left as it is; --on-conflict update changes it'
  expect(await plan(left, right, { home: true })).toMatchObject({ steps: [], skipped: [left1] })
  const asked = await plan(left, right, { home: true, request: { onConflict: 'update' } })
  expect(asked).toMatchObject({ steps: ['update space s: title: Handbook → Manual'], skipped: [] })
})

test('what stands at the root because its collection is gone goes into the one that is made anew', async () => {
  const left = {
    collection: { c: titled('Box'), d: titled('Inner', { parent: 'c' }) },
    space: { s: titled('Manual', { parent: 'c' }), t: titled('Own') },
  }
  const right = { space: { s: titled('Manual'), t: titled('Own') }, collection: { d: titled('Inner') } }
  expect(await plan(left, right, { home: true })).toMatchObject({
    steps: [
      'create collection c: missing in the target',
      'update collection d: back into collection Box, which is made anew',
      'update space s: back into collection Box, which is made anew',
    ],
    skipped: [],
  })
  // Who moved it elsewhere meant it.
  const moved = { ...right, collection: { d: titled('Inner'), e: titled('Other') } }
  moved.space = { s: titled('Manual', { parent: 'e' }), t: titled('Own') }
  expect((await plan(left, moved, { home: true })).steps).not.toContain(
    'update space s: back into collection Box, which is made anew',
  )
})

test('no setting gives more access than there is now, and less may be set', async () => {
  const level = (defaultLevel: string): Tree => ({ space: { s: titled('Manual', { defaultLevel }) } })
  const request = { onConflict: 'update' as const }
  expect(await plan(level('admin'), level('read'), { home: true, request })).toMatchObject({
    steps: [],
    skipped: ['space s: default level: read → admin would give more access: --allow-widening allows it'],
  })
  expect(await plan(level('read'), level('admin'), { home: true, request })).toMatchObject({
    steps: ['update space s: default level: admin → read'],
    skipped: [],
  })
  const role = (one: string): Tree => ({ member: { u: person('a@x', { role: one }) } })
  expect(await plan(role('admin'), role('edit'), { request })).toMatchObject({
    steps: [],
    skipped: ['member u: role: edit → admin would give more access: --allow-widening allows it'],
  })
  const gains = [expect.objectContaining({ source: 'u', reason: 'role: edit → admin' })]
  const asked: Partial<RestoreRequest>[] = [
    { ...request, allowWidening: 'typed' },
    { people: ['a@x'] },
    { kinds: ['member'] },
    { kinds: ['member'], onConflict: 'update' as const },
  ]
  for (const one of asked)
    expect(await plan(role('admin'), role('edit'), { request: one })).toMatchObject({
      steps: ['update member u: role: edit → admin'],
      skipped: [],
      plan: { gains },
    })
})

test('who was disabled is not invited again, unless asked for by name, and the plan says that they come enabled', async () => {
  const left = { member: { u: person('a@x', { disabled: true }), v: person('b@x') } }
  const unasked = await plan(left, {})
  expect(unasked.steps).toEqual(['create member v: missing in the target'])
  expect(unasked.skipped).toEqual([
    'member u: the person was disabled, and an invitation would let them in: invited only with --person or --kind member',
  ])
  const asked = await plan(left, something, { request: { people: ['a@x'] } })
  expect(asked.steps).toEqual(['create member u: missing in the target'])
  expect(asked.plan.gains.map(one => one.reason)).toEqual(['becomes a member as read, enabled'])
})

test('nobody is let in that was not asked for, unless there is nothing to get at yet', async () => {
  const left = { member: { u: person('a@x') } }
  const words =
    'member u: it would let somebody in: choose it with --person or --kind, or add --allow-widening'
  const invited = 'create member u: missing in the target'
  expect(await plan(left, something)).toMatchObject({ steps: [], skipped: [words] })
  for (const request of [{ people: ['a@x'] }, { kinds: ['member' as const] }])
    expect(await plan(left, something, { request })).toMatchObject({ steps: [invited], skipped: [] })
  expect(await plan(left, {})).toMatchObject({ steps: [invited], skipped: [] })
  expect(await plan(left, something, { request: { kinds: ['team'] } })).toMatchObject({
    steps: [],
    skipped: [],
  })
})

test('a place in a team is given with a team that is made, and not in one that was there', async () => {
  const left = { member: { u: person('a@x') }, team: { t: titled('One', {}, { 'team-member': { u: {} } }) } }
  const members = { member: { v: person('a@x') } }
  const made = await plan(left, { ...something, ...members })
  expect(made.steps).toEqual([
    'create team t: missing in the target',
    'create team-member t/u: missing in the target',
  ])
  const there = await plan(left, { ...something, ...members, team: { s: titled('One') } })
  expect(there).toMatchObject({
    steps: [],
    skipped: [
      'team-member t/u: it would let somebody in: choose it with --person or --kind, or add --allow-widening',
    ],
  })
  const ours = { run: 1, kind: 'team' as const, source: 't', target: 's', made: true }
  const resumed = await plan(
    left,
    { ...something, ...members, team: { s: titled('One') } },
    { known: [ours] },
  )
  expect(resumed.steps).toEqual(['create team-member t/u: missing in the target'])
  const stranger = await plan(
    left,
    { ...something, team: { s: titled('One') } },
    { request: { kinds: ['team-member'] } },
  )
  expect(stranger.impossible).toEqual([
    'team-member t/u: the person is not a member of the target and cannot be invited',
  ])
})

test('what stands under something that is not there and not chosen cannot be made', async () => {
  const left = { team: { t: titled('One', {}, { 'team-member': { u: {} } }) } }
  const { steps, impossible } = await plan(left, something, { request: { kinds: ['team-member'] } })
  expect([steps, impossible]).toEqual([[], ['team-member t/u: its team is not there']])
})

test('a space that the platform still keeps is undeleted, with what is in it', async () => {
  const left = { space: { s: titled('Manual', {}, { page: { p: titled('One') } }) } }
  const { steps, impossible, skipped } = await plan(left, something, { home: true, undeletable: ['s'] })
  const kept = 'undelete space s: deleted less than seven days ago, and comes back as it was then'
  expect([steps, impossible, skipped]).toEqual([[kept, 'update space s: its default level'], [], []])
})

test('a restore that goes on does nothing that was not agreed to', async () => {
  const left = { team: { a: titled('One'), b: titled('Two') } }
  const mandate = { plan: 'x', items: ['team a'], made: ['a'] }
  const { steps, skipped } = await plan(left, something, { mandate })
  expect(steps).toEqual(['create team a: missing in the target'])
  expect(skipped).toEqual(['team b: not in the plan that this restore was begun with: plan again'])
})

test('what no restore can bring back is told once for each that is not as it was', async () => {
  const events = (...ids: string[]): Tree => ({ 'audit-event': Object.fromEntries(ids.map(id => [id, {}])) })
  const { impossible, steps } = await plan(
    events('e1', 'e2'),
    { ...events('e1'), ...something },
    { home: true },
  )
  expect(impossible.map(one => one.split(':')[0])).toEqual(['audit-event e2'])
  expect(steps).toEqual([])
  expect((await plan(events('e1'), something)).impossible).toHaveLength(1)
})

test('what a kind is known to lose is announced of each item that says it, and of no other', async () => {
  const remark = (more: object): Branch => ({ json: { body: { markdown: 'Why?' }, status: 'open', ...more } })
  const comments = { a: remark({ postedBy: { id: 'u' }, reactions: [{}] }), b: remark({ reactions: [] }) }
  const left = { space: { s: titled('Manual', {}, { comment: comments }) } }
  const { plan: made } = await plan(left, something)
  const losses = made.losses.map(({ property, items, count }) => [property, items, count])
  expect(losses).toContainEqual(['postedBy of comment', ['comment s/a'], 1])
  expect(losses).toContainEqual(['reactions of comment', ['comment s/a'], 1])
  expect((await plan(left, left, { home: true })).plan.losses).toEqual([])
})

test('of what is there only the fields that differ and that nothing sets are announced', async () => {
  const left = {
    space: { s: titled('Manual', { visibility: 'public' }), t: titled('Other', { visibility: 'x' }) },
  }
  const right = {
    space: { s: titled('Manual', { visibility: 'private' }), t: titled('Other', { visibility: 'x' }) },
  }
  const { plan: made } = await plan(left, right, { home: true })
  expect(made.losses.map(({ property, items }) => [property, items])).toEqual([
    ['visibility of space', ['space s']],
  ])
})

test('whoever is only named in the target is put into no team', async () => {
  const members = { 'team-member': { u: { json: { team: { role: 'member' } } } } }
  const left = { member: { u: person('a@x') }, team: { a: titled('One', {}, members) } }
  const right = { ...something, user: { u: { json: { email: 'a@x' } } } }
  const { steps, impossible } = await plan(left, right, {
    home: true,
    request: { kinds: ['team', 'team-member'] },
  })
  expect(steps).toEqual(['create team a: missing in the target'])
  expect(impossible).toEqual([
    'team-member a/u: the person is not a member of the target and cannot be invited',
  ])
})
