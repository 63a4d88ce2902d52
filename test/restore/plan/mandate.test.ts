/** What a run that is taken up again may still do, and which ids it takes for its own. */

import { expect, test } from 'vitest'
import type { Kind } from '../../../src/model/resource.ts'
import { IdTable } from '../../../src/restore/match/ids.ts'
import { mandateIn, onlyMandated } from '../../../src/restore/plan/mandate.ts'
import type { Action, Step } from '../../../src/restore/plan/steps.ts'
import { newScratches } from '../../helpers/scratches.ts'

const mandate = { plan: 'digest', items: ['space s1', 'team t1', 'page s2/p1'], made: ['s1', 's2/p1'] }

test('a resumed run does what was agreed to, and what is in it, and deletes nothing besides', () => {
  const agreed = (kind: Kind, source: string, action: Action = 'create') =>
    onlyMandated(mandate, [stepOf(kind, source, action)]).steps.length === 1
  expect(agreed('space', 's1')).toBe(true)
  expect(agreed('page', 's1/p1')).toBe(true)
  expect(agreed('comment', 's1/p1/c1')).toBe(true)
  expect(agreed('page', 's1/p1', 'delete')).toBe(false)
  expect(agreed('team', 't1', 'delete')).toBe(true)
  expect(agreed('team-member', 't1/m1')).toBe(false)
  expect(agreed('space', 's10')).toBe(false)
  expect(agreed('page', 's2/p2')).toBe(false)
  expect(agreed('file', 's1')).toBe(false)
  expect(agreed('member', '')).toBe(false)
})

test('a resumed run takes nothing more away with a whole space than was agreed to', () => {
  const replacing = (...removes: string[]) => ({ ...stepOf('space', 's1', 'import'), removes })
  const agreed = { ...mandate, removes: ['page s1/p1'] }
  expect(onlyMandated(agreed, [replacing()]).steps).toHaveLength(1)
  expect(onlyMandated(agreed, [replacing('page s1/p1')]).steps).toHaveLength(1)
  expect(onlyMandated(agreed, [replacing('page s1/p1', 'page s1/theirs')]).steps).toEqual([])
  expect(onlyMandated(mandate, [replacing('page s1/p1')]).steps).toEqual([])
})

test('what is left alone is told with the reason, in the order of the plan', () => {
  const steps = [
    stepOf('team', 't2', 'create'),
    stepOf('space', 's1', 'create'),
    stepOf('team', 't3', 'update'),
  ]
  const { skipped } = onlyMandated(mandate, steps)
  expect(skipped.map(one => `${one.kind} ${one.source}: ${one.reason}`)).toEqual(
    ['t2', 't3'].map(id => `team ${id}: not in the plan that this restore was begun with: plan again`),
  )
})

test('a request that nobody was asked about has no mandate', () => {
  expect(mandateIn({ approved: mandate })).toEqual(mandate)
  for (const request of [{}, null, { approved: { plan: 'x' } }]) expect(mandateIn(request)).toBeNull()
})

test('an id is mapped under its kind alone, and what the run made stands before what was there', () => {
  const ids = new IdTable(newScratches().open())
  ids.set('space', 's1', 'S1', true)
  ids.set('page', 's1/p', 'P', false)
  ids.set('file', 's1/p', 'F', true)
  ids.set('space', 's2', 'S2', false)
  ids.set('page', 's2/p', 'Q', false)
  expect([ids.of({ kind: 'page', path: 's1/p' }), ids.of({ kind: 'page', path: 's2/p' })]).toEqual([
    { target: 'P', made: false },
    { target: 'Q', made: false },
  ])
  expect([ids.of({ kind: 'page', path: 'p' }), ids.id('team', 'p')]).toEqual([undefined, undefined])
  expect([ids.id('page', 'p'), ids.id('file', 'p'), ids.any('p')]).toEqual(['Q', 'F', 'F'])
  expect([ids.has('space', 's1'), ids.has('page', 's1')]).toEqual([true, false])
  expect([ids.isTarget('page', 'S1', 'P'), ids.isTarget('page', 'S2', 'P')]).toEqual([true, false])
  expect(ids.isTarget('space', 'whatever', 'S1')).toBe(true)
  expect(ids.counts()).toEqual({ space: 2, page: 2, file: 1 })
})

function stepOf(kind: Kind, source: string, action: Action): Step {
  const label = source.toUpperCase()
  return {
    action,
    kind,
    source,
    label,
    reason: '',
    phase: 1,
    requests: 1,
    name: `${action} ${kind} ${source}`,
    run: async () => {},
  }
}
