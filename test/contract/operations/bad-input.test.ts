import { describe, expect, test } from 'vitest'
import { readOperations } from '../../../scripts/docs/operations.ts'
import { type Body, bodies } from './bodies.ts'
import { type Furnished, pathOf, startFurnished } from './furnished.ts'
import { expectRefusal } from './refusal.ts'
import { present } from './service.ts'

const operations = readOperations()
const withBody = operations.filter(({ name }) => name in bodies)
const goodBodyOf = (service: Furnished, name: string) => present(bodies[name])(service)

test('every operation that takes a body has a good one here', () => {
  const writing = operations.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))
  const without = writing.map(one => one.name).filter(name => !(name in bodies))
  expect(without).toEqual([
    'duplicateSpace',
    'restoreSpace',
    'mergeChangeRequest',
    'updateChangeRequest',
    'updateOrganizationMemberLastSeenAt',
    'setUserAsSSOMemberForOrganization',
  ])
})

describe.each(withBody)('$name', ({ name, method }) => {
  test('refuses what is not JSON, not an object, and every field of a wrong type', async () => {
    const service = await startFurnished()
    const path = pathOf(name, service.ids)
    for (const raw of ['{"title":', 'no', '<p>']) await expectRefusal(service, { method, path, raw }, 400)
    for (const body of [[], 'text', 7, true]) await expectRefusal(service, { method, path, body }, 400)
    for (const [field, body] of wrongTypes(goodBodyOf(service, name))) {
      const message = await expectRefusal(service, { method, path, body }, 400)
      expect(message).toContain(field)
    }
  })
})

/** These may be null in the good body, which says nothing of their type. */
const NULLABLE = ['parent', 'defaultContent', 'position']

/** A text or an object, as the sender likes. */
const TEXT_OR_OBJECT = 'contentSecurityPolicy'

/** For each field, the good body with something else in it: an object for a plain value, a number for the rest. */
function* wrongTypes(good: Body): Generator<[field: string, body: Body]> {
  for (const [field, value] of Object.entries(good)) {
    const isPlain = typeof value === 'string' || typeof value === 'boolean'
    yield [field, { ...good, [field]: isPlain || NULLABLE.includes(field) ? 12 : 'text' }]
    if (field !== TEXT_OR_OBJECT) yield [field, { ...good, [field]: isPlain ? { of: 'a wrong type' } : 12 }]
    if (Array.isArray(value) && value.length > 0)
      yield [field, { ...good, [field]: [{ of: 'a wrong type' }, 12] }]
  }
}

const withPlace = operations.filter(({ path }) => path.includes('{'))

/** An unknown id of these is no mistake: there is nothing to delete, something to make, or nothing to find. */
function isWelcome(name: string, method: string, path: string, parameter: string): boolean {
  const isLast = path.endsWith(`{${parameter}}`)
  if (method === 'DELETE' && isLast) return true
  return ['createOrUpdateOpenAPISpecBySlug', 'publishIntegration'].includes(name)
    ? isLast
    : parameter === 'emailDomain'
}

describe.each(withPlace)('$name', ({ name, method, path }) => {
  test('answers 404 for every id in its path that leads nowhere', async () => {
    const service = await startFurnished()
    const body = name in bodies ? goodBodyOf(service, name) : undefined
    for (const [, parameter = ''] of path.matchAll(/\{(\w+)\}/g)) {
      if (isWelcome(name, method, path, parameter)) continue
      const query = path.endsWith('/search') ? '?query=steps' : ''
      const asked = { method, path: pathOf(name, service.ids, { [parameter]: 'nowhere-at-all' }) + query }
      await expectRefusal(service, body === undefined ? asked : { ...asked, body }, 404)
    }
  })
})

test('a path that is not of the API, and a method that a path does not have, answer 404', async () => {
  const service = await startFurnished()
  await expectRefusal(service, { method: 'GET', path: '/v1/nothing' }, 404)
  await expectRefusal(service, { method: 'PATCH', path: '/v1/orgs' }, 404)
  await expectRefusal(service, { method: 'GET', path: '/v1/spaces/%E0%A4%A' }, 404)
})

test('without a token, or with another one, everything is refused', async () => {
  const service = await startFurnished()
  const path = '/v1/orgs'
  await expectRefusal(service, { method: 'GET', path, headers: { authorization: 'Bearer other' } }, 401)
  await expectRefusal(service, { method: 'GET', path, headers: { authorization: '' } }, 401)
})
