import { expect, test } from 'vitest'
import { alternativesOf } from '../helpers/shapes/alternatives.ts'
import { judge } from '../helpers/shapes/judge.ts'
import { judgeExchange } from '../helpers/shapes/judge-exchange.ts'
import { parseShape } from '../helpers/shapes/parse-shape.ts'
import { readService, VERSIONS } from '../helpers/shapes/service.ts'

const services = Object.values(VERSIONS).map(readService)
const [service] = services
if (service === undefined) throw new Error('no service')

function problems(shape: string, value: unknown): string[] {
  if (service === undefined) throw new Error('no service')
  return judge(service, parseShape(shape), value).map(({ path, words }) => `${path} ${words}`)
}

test.each(services)('every shape of $version can be read to its leaves', each => {
  expect(each.operations.length).toBeGreaterThan(300)
  for (const { query, body, answers } of each.operations)
    for (const shape of [query, body, ...answers.values()])
      if (shape !== null) expect(alternativesOf(each, shape).length).toBeGreaterThan(0)
})

test('what is missing, of another type, too long or described by nobody is named with its place', () => {
  const shape = '{ id: string; title?: string(≤5 chars); tags: [{ slug: string }]; at: date-time }'
  const good = { id: 'a', title: 'Short', tags: [{ slug: 'x' }], at: '2026-11-22T10:00:00.000Z' }
  expect(problems(shape, good)).toEqual([])
  expect(problems(shape, { title: 'Longer', tags: [{ slug: 1, color: 'red' }], at: 'today' }).sort()).toEqual(
    [
      'at is no date-time',
      'id is missing',
      'tags[].color is not described',
      'tags[].slug is number, not text',
      'title has 6 characters',
    ],
  )
})

test('of a union the alternative counts that the value says it is', () => {
  const shape = '({ kind: "user"; user: string } | { kind: "team"; team: string; since?: integer(≥1) })'
  expect(problems(shape, { kind: 'team', team: 'a', since: 1 })).toEqual([])
  expect(problems(shape, { kind: 'team', user: 'a' })).toEqual(['team is missing', 'user is not described'])
  expect(problems(shape, { kind: 'robot', team: 'a' })).toHaveLength(1)
  expect(problems('string|null', null)).toEqual([])
  expect(problems('("a"|"b" | { [key]: number })', { x: 'y' })).toEqual(['* is text, not number'])
})

test('what is said twice of a value counts in its narrower words', () => {
  const shape = '{ type?: string; nodes: [any] } & { type: "body"; nodes: [string](≥1 items) }'
  expect(problems(shape, { type: 'body', nodes: ['a'] })).toEqual([])
  expect(problems(shape, { type: 'other', nodes: [] })).toEqual([
    'type is text, not "body"',
    'nodes has 0 items',
  ])
})

test('a request is held against its operation, its query as the text it is', () => {
  const exchange = {
    method: 'GET',
    isOurs: true,
    target: '/orgs/o/teams?limit=50',
    body: undefined,
    status: 200,
  }
  const answer = { items: [] }
  expect(judgeExchange(service, { ...exchange, answer })).toEqual([])
  expect(
    judgeExchange(service, { ...exchange, target: '/orgs/o/teams?limit=5000&color=red', answer }).map(
      ({ operation, path, words }) => `${operation} ${path} ${words}`,
    ),
  ).toEqual([
    'listTeamsInOrganizationById ?limit is 5000',
    'listTeamsInOrganizationById ?color is not described',
  ])
  expect(judgeExchange(service, { ...exchange, target: '/orgs/o/nothing', answer })[0]?.words).toBe(
    'no such operation',
  )
})
