import { expect, test } from 'vitest'
import { secretTest } from '../../../src/resources/secrets.ts'
import { changeWords } from '../../../src/restore/plan/change-words.ts'

const titles = new Map([
  ['o8kEzPIN84O85nQCGl6u', 'Documentation'],
  ['LLpiepFn8VEe2OUlDbh1', 'Documentation'],
])
const titled = (id: string) => titles.get(id) ?? id

test('what a setting names is shown by its title, also inside of what it holds', () => {
  const before = { defaultTeam: null, mergeRules: { users: [] } }
  const after = { defaultTeam: 'o8kEzPIN84O85nQCGl6u', mergeRules: { users: ['LLpiepFn8VEe2OUlDbh1'] } }
  expect(changeWords(before, after, titled)).toBe(
    'default team: none → Documentation, merge rules: {"users":[]} → {"users":["Documentation"]}',
  )
})

test('an order is the titles of what it orders, a list of lists one after the other', () => {
  const [section, group] = [...titles.keys()].map(id => ({ type: 'site-section', id }))
  expect(
    changeWords({ order: [] }, { order: [[section, { type: 'x', id: 'Other' }], [group]] }, titled),
  ).toBe('order: none → Documentation, Other; Documentation')
  expect(changeWords({ order: [['a', 'b']] }, { order: [['b', 'a']] }, titled)).toBe('order: a, b → b, a')
})

test('two things of one title are told apart', () => {
  const [before, after] = [...titles.keys()].map(defaultTeam => ({ defaultTeam }))
  expect(changeWords(before ?? {}, after ?? {}, titled)).toBe(
    'default team: o8kEzPIN84O85nQCGl6u → LLpiepFn8VEe2OUlDbh1',
  )
})

test('what differs only beyond what is shown is not shown as if it were the same', () => {
  const long = 'x'.repeat(80)
  expect(changeWords({ text: `${long}a` }, { text: `${long}b` }, titled)).toBe(
    `text: ${'x'.repeat(60)}… → the same so far, and other further on`,
  )
})

test('what is secret is told to change and never shown, nor what is below it', () => {
  const isSecret = secretTest(['configuration'])
  const [before, after] = ['old-key', 'new-key'].map(apiKey => ({
    configuration: { channel: '#docs', apiKey },
    bot: { name: apiKey, token: apiKey },
  }))
  const words = changeWords(before ?? {}, after ?? {}, titled, isSecret)
  expect(words).toBe(
    'configuration: (secret) → another secret, bot: {"name":"old-key","token":"(secret)"} → {"name":"new-key","token":"(secret)"}',
  )
  expect(changeWords({}, { configuration: { apiKey: 'new-key' } }, titled, isSecret)).toBe(
    'configuration: none → another secret',
  )
})
