import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startFurnished } from './furnished.ts'
import { all, type Message, startService } from './service.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const listSchema = z.object({
  items: z.array(z.looseObject({ id: z.string() })),
  next: z.object({ page: z.string() }).optional(),
})

test('cursors have + / = in them, and the client gets past a page with them', async () => {
  const { platform, organization, read } = await startService({ members: 1001 })
  const { next } = await read(`/orgs/${organization}/members?limit=1`, listSchema)
  expect(next?.page).toMatch(/\+.*\/|\/.*\+/)
  expect(await all(platform.members.list(organization))).toHaveLength(1001)
})

test.each([
  ['members?&limit=1&&order=asc&', 1],
  ['members?&&&', 5],
  ['members?limit=2&role=null&search=null&page=null', 2],
  ['members?limit=2&=&', 2],
])('%s is read for what it says', async (query, length) => {
  const { read, organization } = await startService()
  expect((await read(`/orgs/${organization}/${query}`, listSchema)).items).toHaveLength(length)
})

test('every segment of a path may be encoded', async () => {
  const { send, organization } = await startService()
  const encoded = [...organization].map(one => `%${one.charCodeAt(0).toString(16)}`).join('')
  const { status, json } = await send({ method: 'GET', path: `/v1/orgs/${encoded}` })
  expect({ status, json }).toMatchObject({ status: 200, json: { id: organization } })
})

test.each(['*/*', 'application/json', 'text/html;q=0.1', undefined])(
  'an Accept header of %s gets JSON',
  async accept => {
    const { emulator } = await startService()
    const { status, type } = await getWith(emulator.url, emulator.token, accept)
    expect({ status, type }).toEqual({ status: 200, type: expect.stringContaining('application/json') })
  },
)

test.each([
  ['POST', '/v1/orgs/{organizationId}/collections', 201],
  ['POST', '/v1/spaces/{spaceId}/duplicate', 201],
  ['POST', '/v1/spaces/{spaceId}/change-requests', 201],
  ['POST', '/v1/orgs/{organizationId}/ping', 200],
  ['PUT', '/v1/spaces/{spaceId}/comments/{commentId}', 200],
  ['PUT', '/v1/orgs/{organizationId}/teams/{teamId}/members', 204],
  ['PATCH', '/v1/spaces/{spaceId}', 200],
  ['PATCH', '/v1/collections/{collectionId}', 200],
  ['PATCH', '/v1/orgs/{organizationId}', 200],
])('%s %s takes an empty body that is called JSON', async (method, template, status) => {
  const { send, ids } = await startFurnished()
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
  for (const message of [
    { raw: '', headers: JSON_TYPE },
    { raw: '{}', headers: JSON_TYPE },
    { headers: {} },
  ]) {
    expect((await send({ method, path, ...message })).status).toBe(status)
  }
})

test('a body is JSON whatever it is called', async () => {
  const { send, organization } = await startService()
  const path = `/v1/orgs/${organization}/collections`
  for (const headers of [{}, { 'content-type': 'text/plain' }]) {
    const { status, json } = await send({ method: 'POST', path, raw: '{"title":"Named"}', headers })
    expect({ status, json }).toMatchObject({ status: 201, json: { title: 'Named' } })
  }
})

test('an unknown organization is a 404 with the error body', async () => {
  const { send } = await startService()
  const answer = await send({ method: 'GET', path: '/v1/orgs/%7BorganizationId%7D' })
  expect(answer).toMatchObject({ status: 404, json: { error: { code: 404, message: expect.any(String) } } })
})

test('there is JSON with 200 and 201, nothing with 204 and 205, and the limits on every answer', async () => {
  const { send, ids } = await startFurnished()
  const { organizationId, spaceId, userId, commentId } = ids
  const messages: Message[] = [
    { method: 'GET', path: '/v1/orgs' },
    { method: 'POST', path: `/v1/orgs/${organizationId}/collections` },
    { method: 'DELETE', path: `/v1/orgs/${organizationId}/members/${userId}` },
    { method: 'DELETE', path: `/v1/spaces/${spaceId}/comments/${commentId}` },
  ]
  const answers = await Promise.all(messages.map(send))
  expect(answers.map(one => one.status)).toEqual([200, 201, 204, 205])
  expect(answers.map(one => typeof one.json)).toEqual(['object', 'object', 'undefined', 'undefined'])
  expect(answers.map(one => one.text.length > 0)).toEqual([true, true, false, false])
  for (const { headers } of answers) {
    expect(Object.keys(headers)).toEqual(
      expect.arrayContaining(['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']),
    )
  }
})

/** By the plainest client there is: others send an Accept of their own. */
async function getWith(url: string, token: string, accept: string | undefined) {
  const headers = { authorization: `Bearer ${token}`, ...(accept === undefined ? {} : { accept }) }
  return await new Promise<{ status: number; type: string }>((resolve, reject) => {
    const sent = httpRequest(`${url}/orgs`, { headers }, response => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, type: String(response.headers['content-type']) })
    })
    sent.on('error', reject)
    sent.end()
  })
}
