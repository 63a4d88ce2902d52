import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { object } from './site-start.ts'
import { start } from './start.ts'

const TEXT = 'openapi: 3.1.0\ninfo:\n  title: Pets\n'
const OTHER = '{"openapi":"3.1.0","info":{"title":"Pets 2"}}'

async function startSpecs() {
  const running = await start(null, { profile: 'current' })
  const base = `/v1/orgs/${running.emulator.organization}/openapi`
  const versions = () => running.list(`${base.slice(3)}/pets/versions`, object)
  return { ...running, base, versions }
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return `http://127.0.0.1:${port}/api/pets.yaml`
}

test('a specification is pending when created and complete when next read', async () => {
  const { call, base, versions } = await startSpecs()
  const made = await call('POST', base, { body: { slug: 'pets', source: { text: TEXT } } })
  expect(made).toMatchObject({
    status: 201,
    json: { object: 'openapi-spec', slug: 'pets', processingState: 'pending' },
  })
  const read = await call('GET', `${base}/pets`)
  expect(read.json).toMatchObject({ processingState: 'complete', lastVersion: expect.any(String) })
  expect(read.json).not.toHaveProperty('lastProcessErrorCode')
  expect(await versions()).toHaveLength(1)
  const content = await call('GET', `${base}/pets/versions/latest/content`)
  expect(content.json).toMatchObject({ filesystem: { 'openapi.yaml': { openapi: '3.1.0' } } })
  expect((await call('GET', `${base}/pets/versions/latest/content/raw`)).json).toEqual({
    text: TEXT,
    format: 'yaml',
  })
})

test('putting creates with 201 and updates with 200; a new version only for another text', async () => {
  const { call, base, versions } = await startSpecs()
  const put = (source: unknown) => call('PUT', `${base}/pets`, { body: { source } })
  expect((await put({ text: TEXT })).status).toBe(201)
  await versions()
  expect(await put({ text: TEXT })).toMatchObject({ status: 200, json: { processingState: 'pending' } })
  const [first] = await versions()
  expect(await versions()).toHaveLength(1)
  await put({ text: OTHER })
  expect(await versions()).toMatchObject([{ id: expect.any(String) }, { id: first?.id }])
  expect((await call('DELETE', `${base}/pets`)).status).toBe(205)
  expect((await call('DELETE', `${base}/pets`)).status).toBe(204)
})

test('a text that is no OpenAPI document is an error that leaves the versions alone', async () => {
  const { call, base, versions } = await startSpecs()
  const put = (text: string) => call('PUT', `${base}/pets`, { body: { source: { text } } })
  await put(TEXT)
  await versions()
  for (const bad of ['just words', 'a: [', '{"info":{}}']) {
    await put(bad)
    const { json } = await call('GET', `${base}/pets`)
    expect(json).toMatchObject({ processingState: 'complete', lastProcessErrorCode: 'PARSE_ERROR' })
  }
  expect(await versions()).toHaveLength(1)
  await put(OTHER)
  expect((await call('GET', `${base}/pets`)).json).not.toHaveProperty('lastProcessErrorCode')
})

test('a source is fetched from this machine; what cannot be fetched is told as an error code', async () => {
  const { call, base } = await startSpecs()
  let status = 200
  const url = await serve((_request, response) => response.writeHead(status).end(TEXT))
  const put = async (url: string) => {
    await call('PUT', `${base}/pets`, { body: { source: { url } } })
    return (await call('GET', `${base}/pets`)).json
  }
  expect(await put(url)).toMatchObject({
    processingState: 'complete',
    sourceURL: url,
    lastVersion: expect.any(String),
  })
  const content = await call('GET', `${base}/pets/versions/latest/content`)
  expect(content.json).toMatchObject({ filesystem: { 'pets.yaml': { openapi: '3.1.0' } } })
  status = 500
  expect(await put(url)).toMatchObject({ lastProcessErrorCode: 'FETCH_ERROR' })
  expect(await put('https://192.0.2.1/x.yaml')).toMatchObject({ lastProcessErrorCode: 'FETCH_ERROR' })
})

test('a source that does not answer is in progress, then a timeout', async () => {
  const { call, base } = await startSpecs()
  const url = await serve(() => undefined)
  await call('POST', base, { body: { slug: 'pets', source: { url } } })
  const read = async () => (await call('GET', `${base}/pets`)).json
  expect(await read()).toMatchObject({ processingState: 'progress' })
  await expect.poll(read, { timeout: 8000 }).toMatchObject({
    processingState: 'complete',
    lastProcessErrorCode: 'FETCH_TIMEOUT',
  })
})

test('bad input is refused with a message that names the field, and nothing is made', async () => {
  const { call, base } = await startSpecs()
  const source = { text: TEXT }
  const bad: [string, unknown][] = [
    ['slug', { source }],
    ...['', 'x'.repeat(101), 'Pets', 'a--b', '-a'].map((slug): [string, unknown] => [
      'slug',
      { slug, source },
    ]),
    ['source', { slug: 'pets' }],
    ['source', { slug: 'pets', source: { text: '' } }],
    ['source', { slug: 'pets', source: { url: 'nonsense' } }],
    ['source', { slug: 'pets', source: { url: `http://127.0.0.1/${'x'.repeat(2048)}` } }],
  ]
  for (const [field, body] of bad)
    expect(await call('POST', base, { body })).toMatchObject({
      status: 400,
      json: { error: { code: 400, message: expect.stringContaining(field) } },
    })
  expect((await call('PUT', `${base}/Pets`, { body: { source } })).status).toBe(400)
  expect((await call('GET', base)).json).toMatchObject({ count: 0 })
  expect((await call('POST', base, { body: { slug: 'x'.repeat(100), source } })).status).toBe(201)
  expect((await call('POST', base, { body: { slug: 'x'.repeat(100), source } })).status).toBe(400)
})

test('translation settings are made, written and deleted, with a title of 1 to 100', async () => {
  const { call, emulator } = await start(null, { profile: 'document' })
  const base = `/v1/orgs/${emulator.organization}/translations`
  const made = await call('POST', base, { body: { title: 'x'.repeat(100) } })
  expect(made).toMatchObject({ status: 201, json: { object: 'translation-settings', languages: [] } })
  const path = `${base}/${object.parse(made.json).id}`
  for (const title of ['', 'x'.repeat(101), undefined, 3]) {
    expect((await call('POST', base, { body: { title } })).status).toBe(400)
    expect((await call('PUT', path, { body: { title } })).status).toBe(400)
  }
  expect((await call('PUT', path, { body: { title: 'T' } })).json).toMatchObject({ title: 'T' })
  expect((await call('GET', path)).json).toMatchObject({ title: 'T' })
  expect((await call('DELETE', path)).status).toBe(205)
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('GET', path)).status).toBe(404)
})
