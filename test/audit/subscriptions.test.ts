import { expect, test } from 'vitest'
import { subscribedRules } from '../../src/audit/subscriptions.ts'

test('a rule is named by its id, with a dash where it has a point, or by a name of before', () => {
  const wanted = subscribedRules(['administrator-gained', 'space-removed', 'member.removed', 'team-renamed'])
  expect([...wanted]).toEqual(['administrator-gained', 'space.removed', 'member.removed', 'team.title'])
})

test('every name that is no rule is named, with what may have been meant', () => {
  expect(() => subscribedRules(['administrator-gaind', 'space.removed', 'nonsense-and-more'])).toThrow(
    'notify.changes is wrong: there is no rule "administrator-gaind" (did you mean administrator-gained?); there is no rule "nonsense-and-more"',
  )
})
