import { expect, test } from 'vitest'
import { z } from 'zod'
import { describedRoutes } from '../../src/server/described-routes.ts'
import { makeMetrics } from '../../src/server/metrics.ts'
import { makeApp } from '../../src/server/server.ts'
import { isOfWeb } from '../../src/server/web-paths.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { openTestPeople } from '../helpers/people.ts'

const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.object({})).optional() })),
      }),
    ),
  ),
})

test('the OpenAPI document has the routes of the server, and what they answer is as it says', async () => {
  const company = await makeCompany()
  const daemon = await startTestDaemon(company)
  const { view } = daemon.daemon
  const app = makeApp(
    {
      view,
      metrics: makeMetrics({ version: 'test', isDetailed: () => true }),
      host: '127.0.0.1',
      port: 0,
      token: null,
      restoreToken: null,
      people: openTestPeople(),
      publicUrl: () => null,
      now: Date.now,
      failed: () => {},
    },
    () => 'http://127.0.0.1',
  )
  const registered = app.routes
    .filter(one => one.method !== 'ALL' && !/^\/(board|auth)(\/|$)/.test(one.path))
    .filter(one => one.path === '/' || !isOfWeb(one.path))
    .map(one => `${one.method} ${one.path.replaceAll(/:(\w+)/g, '{$1}')}`)
  const described = describedRoutes.map(one => `${one.method.toUpperCase()} ${one.path}`)
  expect([...new Set(registered)].sort()).toEqual(described.toSorted())

  const { paths } = documentSchema.parse(await (await daemon.ask('/api/openapi.json')).json())
  const plain = describedRoutes.filter(
    ({ method, path }) => method === 'get' && !path.includes('{') && path !== '/',
  )
  await daemon.run('backup')
  await daemon.run('backup')
  for (const { path, status } of plain) {
    const answer = await daemon.ask(path === '/api/search' ? `${path}?q=a` : path)
    expect([path, answer.status]).toEqual([path, status])
    const types = Object.keys(paths[path]?.get?.responses[status]?.content ?? {})
    expect([path, types]).toEqual([path, [answer.headers.get('content-type')?.split(';')[0]]])
  }
})
