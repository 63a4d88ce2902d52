import { expect, test } from 'vitest'
import { z } from 'zod'
import { describedRoutes } from '../../src/server/described-routes.ts'
import { errorSchema } from '../../src/server/error-answer.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'

const token = 'operates'
const bearer = { authorization: `Bearer ${token}` }
const program = { ...bearer, 'content-type': 'application/json' }

test('every answer of every JSON route has the declared form and not a field more', async () => {
  const company = await makeCompany({ latencyMs: 10 })
  const env = { DOCVAULT_SERVER_TOKEN: token, DOCVAULT_SERVER_RESTORE_TOKEN: 'restores' }
  const daemon = await startTestDaemon(company, { env })
  const post = (path: string, body: object) =>
    daemon.ask(path, { method: 'POST', headers: program, body: JSON.stringify(body) })
  const get = (path: string) => daemon.ask(path, { headers: bearer })
  await daemon.run('backup')
  await company.edit({ 'README.md': '# Changed\n' })
  company.emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'status', status: 403 })
  await daemon.run('backup')
  await daemon.logged(one => one.event === 'begin')
  const { run: planning } = z.object({ run: z.string() }).parse(await (await post(RESTORE, {})).json())
  await daemon.ended(one => one.run === planning)
  const [{ digest: plan } = { digest: '' }] = z
    .array(z.object({ digest: z.string() }))
    .parse(await (await get('/api/plans')).json())
  const [space] = company.vault().resources(1, { kind: 'space' })
  // It takes a thread, which the run that is cancelled might not outlast.
  const searched = await get('/api/search?q=changed&kind=page')
  const started = await daemon.platform().trigger('backup', { organization: company.emulator.organization })
  await daemon.logged(one => one.run === started)
  const asked: Readonly<Record<string, () => Promise<Response>>> = {
    'delete /api/runs/{run}': () =>
      daemon.ask(`/api/runs/${started}`, { method: 'DELETE', headers: program }),
    'post /api/jobs/{job}': () => post('/api/jobs/sync', {}),
    'post /api/jobs/restore': () => post(RESTORE, { plan }),
    'get /api/plans/{plan}': () => get(`/api/plans/${plan}`),
    'get /api/search': async () => searched,
    'get /api/changes': () => get('/api/changes?from=1&to=2'),
    'post /api/bundles': () => post('/api/bundles', { space: space?.id }),
  }
  for (const { method, path, status, type, answer: form } of describedRoutes.toSorted(byMethod)) {
    if (type !== 'application/json') continue
    const name = `${method} ${path}`
    const answer = await (asked[name] ?? (() => get(path)))()
    const content: unknown = await answer.json()
    expect([name, answer.status]).toEqual([name, status])
    expect([name, saidBy(content)]).toEqual([name, true])
    // What the schema does not know is not in what it gives back.
    expect([name, form?.parse(content)]).toEqual([name, content])
  }
})

test('every refusal has the declared form of an error', async () => {
  const company = await makeCompany()
  const env = { DOCVAULT_SERVER_TOKEN: token }
  const daemon = await startTestDaemon(company, { env })
  await daemon.run('backup')
  const post = { method: 'POST', headers: program }
  const refused: [string, RequestInit & { headers?: Record<string, string> }, number][] = [
    ['/api/status', {}, 401],
    ['/api/status?platform=', { headers: bearer }, 200],
    ['/api/snapshots?platform=none', { headers: bearer }, 400],
    ['/api/jobs/nothing', post, 400],
    ['/api/jobs/backup', { ...post, body: '{"organization":1}' }, 400],
    ['/api/jobs/backup', { ...post, headers: { ...bearer, 'content-type': 'text/plain' }, body: '{}' }, 415],
    ['/api/jobs/backup', { ...post, headers: { ...program, origin: 'https://evil.example' } }, 403],
    ['/api/jobs/backup', { ...post, body: `"${'x'.repeat(100_000)}"` }, 413],
    ['/api/jobs/restore', { ...post, body: '{"plan":"aaaaaaaa"}' }, 400],
    ['/api/runs/none', { method: 'DELETE', headers: program }, 404],
    ['/api/logs/none', { headers: bearer }, 404],
    ['/api/bundles', { ...post, body: '{"space":"none"}' }, 400],
    ['/api/search', { headers: bearer }, 400],
    ['/api/search?q=a&kind=none', { headers: bearer }, 400],
    ['/api/search?q=(&regex=true', { headers: bearer }, 400],
    ['/api/search?q=a&context=many', { headers: bearer }, 400],
    ['/bundles/none.zip', {}, 410],
    ['/board/api/queues', { ...post }, 405],
    ['/nothing', { headers: bearer }, 404],
  ]
  for (const [path, init, status] of refused) {
    const answer = await daemon.ask(path, init)
    expect([path, answer.status]).toEqual([path, status])
    if (status === 200) continue
    const content: unknown = await answer.json()
    expect([path, errorSchema.parse(content)]).toEqual([path, content])
  }
})

test('the document shows the schema of every JSON answer, and of the error', async () => {
  const daemon = await startTestDaemon(await makeCompany())
  const { paths } = documentSchema.parse(await (await daemon.ask('/api/openapi.json')).json())
  for (const { method, path, status, type } of describedRoutes) {
    const responses = paths[path]?.[method]?.responses
    const shown = responses?.[status]?.content?.['application/json']?.schema
    expect([path, shown !== undefined]).toEqual([path, type === 'application/json'])
    expect(responses?.default?.content?.['application/json']?.schema).toMatchObject({
      required: ['error', 'message'],
    })
  }
  expect(paths['/readyz']?.get?.responses['503']?.content).toEqual(
    paths['/readyz']?.get?.responses['200']?.content,
  )
})

const RESTORE = '/api/jobs/restore'
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(
          z.string(),
          z.object({
            content: z.record(z.string(), z.object({ schema: z.looseObject({}).optional() })).optional(),
          }),
        ),
      }),
    ),
  ),
})

/** What only looks goes first, while the run that was started goes on. */
function byMethod(a: { method: string }, b: { method: string }): number {
  return Number(a.method !== 'get') - Number(b.method !== 'get')
}

/** An empty list shows no form. */
function saidBy(content: unknown): boolean {
  return !Array.isArray(content) || content.length > 0
}
