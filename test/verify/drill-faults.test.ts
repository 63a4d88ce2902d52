import { expect, test } from 'vitest'
import { drillFaults, faultWords, hasFaults } from '../../src/verify/drill-faults.ts'
import { profileOfSnapshot } from '../../src/verify/snapshot-profile.ts'

test('one of four drills has faults, or each, or none', () => {
  const drills = [1, 2, 3, 4, 5, 6, 7, 8]
  expect(drills.filter(drill => hasFaults('auto', drill))).toEqual([4, 8])
  expect(drills.every(drill => hasFaults('on', drill) && !hasFaults('off', drill))).toBe(true)
})

test('each writing operation fails once, in three drills with faults in each of three ways, and no reading one does', () => {
  const operations = ['getSpaceById', 'listSpaces', 'searchContent', 'updateSpaceById', 'createSpace']
  const words = [4, 8, 12].map(drill => drillFaults(operations, drill).map(faultWords))
  expect(words).toEqual([
    ['createSpace reset', 'updateSpaceById lost-answer'],
    ['createSpace lost-answer', 'updateSpaceById 502'],
    ['createSpace 502', 'updateSpaceById reset'],
  ])
})

test('what a snapshot may not read tells nothing of the service', () => {
  const not_offered = [
    { kind: 'agent-instructions' as const, operation: 'x', reason: 'not allowed' as const },
  ]
  expect(profileOfSnapshot({ not_offered, resources: {} })).toBe('full')
  expect(profileOfSnapshot({ not_offered: [], resources: { 'audit-event': 3 } })).toBe('current')
})
