import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listenAddress } from '../../src/server/server.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { startRedis } from '../helpers/redis.ts'

const token = 'a-token-for-the-server'
const bearer = { authorization: `Bearer ${token}` }
const protectedPaths = [
  '/metrics',
  '/api/status',
  '/api/snapshots',
  '/api/runs',
  '/board',
  '/board/api/queues',
  '/',
]

describe('the server', () => {
  test('health needs no token; everything else does', async () => {
    const daemon = await startTestDaemon(await makeCompany(), { env: { DOCVAULT_SERVER_TOKEN: token } })
    for (const path of ['/healthz', '/readyz'])
      expect([path, (await daemon.ask(path)).status]).toEqual([path, 200])
    for (const path of protectedPaths) {
      for (const authorization of ['', 'Bearer wrong', `Bearer ${token}x`, `Basic ${btoa('x:wrong')}`]) {
        expect([path, (await daemon.ask(path, { headers: { authorization } })).status]).toEqual([path, 401])
      }
      expect([path, (await daemon.ask(path, { headers: bearer })).status]).toEqual([path, 200])
    }
    const basic = { authorization: `Basic ${btoa(`anybody:${token}`)}` }
    expect((await daemon.ask('/api/status', { headers: basic })).status).toBe(200)
  })

  test('without a token it is for this machine only, and not for a page of another site', async () => {
    expect(listenAddress({ host: '0.0.0.0', token: null })).toBe('127.0.0.1')
    expect(listenAddress({ host: '0.0.0.0', token })).toBe('0.0.0.0')
    const daemon = await startTestDaemon(await makeCompany())
    const { port } = new URL(daemon.daemon.url)
    expect((await daemon.ask('/api/status')).status).toBe(200)
    expect(await statusWithHost(Number(port), 'evil.example.com')).toBe(401)
    const foreign = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await daemon.ask('/api/jobs/backup', foreign)).status).toBe(403)
  })

  test('answers carry the headers that keep browsers from harm', async () => {
    const daemon = await startTestDaemon(await makeCompany())
    const { headers } = await daemon.ask('/healthz')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    for (const path of ['/boardroom', '/api/status', '/metrics'])
      expect((await daemon.ask(path)).headers.get('content-security-policy')).not.toContain('unsafe')
    expect((await daemon.ask('/board')).headers.get('content-security-policy')).toContain(
      "script-src 'self' 'unsafe-inline'",
    )
    expect(headers.get('x-request-id')).toBeTruthy()
  })

  test('the board asks no other host for anything', async () => {
    const daemon = await startTestDaemon(await makeCompany())
    for (const path of ['/board', '/board/queue/default']) {
      const page = await (await daemon.ask(path)).text()
      expect(page).toContain('static/css/main')
      expect(page).not.toMatch(/(?:href|src)="(?:https?:)?\/\//)
    }
  })

  test('a job is started, looked at and its log read; what is wrong with a request is said', async () => {
    const company = await makeCompany()
    const daemon = await startTestDaemon(company)
    const started = await daemon.ask('/api/jobs/backup', {
      method: 'POST',
      body: JSON.stringify({ organization: company.emulator.organization }),
    })
    expect(started.status).toBe(202)
    const { run } = z.object({ run: z.string() }).parse(await started.json())
    await daemon.ended(one => one.run === run)
    await company.edit({ 'README.md': '# Changed\n' })
    await daemon.run('sync')
    expect(await json(daemon.ask('/api/snapshots'))).toMatchObject([{ snapshot: 1 }, { snapshot: 2 }])
    expect(await json(daemon.ask('/api/changes?from=1&to=2'))).toMatchObject({
      changes: expect.arrayContaining([expect.objectContaining({ kind: 'page', type: 'modified' })]),
    })
    const log = await (await daemon.ask(`/api/logs/${run}`)).text()
    expect(
      log
        .split('\n')
        .filter(Boolean)
        .every(line => JSON.parse(line).run === run),
    ).toBe(true)
    const bad: [string, { method?: string; body?: string }, number][] = [
      ['/api/jobs/nothing', { method: 'POST' }, 400],
      ['/api/jobs/backup', { method: 'POST', body: '{' }, 400],
      ['/api/jobs/backup', { method: 'POST', body: '{"surprise":1}' }, 400],
      ['/api/jobs/backup', { method: 'POST', body: `"${'x'.repeat(100_000)}"` }, 413],
      ['/api/runs/none', { method: 'DELETE' }, 404],
      ['/api/snapshots?limit=many', {}, 400],
      ['/api/changes?from=99', {}, 400],
      ['/api/logs/..%2F..%2Fdaemon', {}, 404],
      ['/nothing', {}, 404],
    ]
    for (const [path, init, status] of bad)
      expect([path, (await daemon.ask(path, init)).status]).toEqual([path, status])
  })

  test('a bundle is fetched once, by an address that needs no token and cannot be guessed', async () => {
    const company = await makeCompany()
    const daemon = await startTestDaemon(company, { env: { DOCVAULT_SERVER_TOKEN: token } })
    await daemon.run('backup')
    const [space] = company.vault().resources(1, { kind: 'space' })
    const body = JSON.stringify({ space: space?.id })
    const offered = await daemon.ask('/api/bundles', { method: 'POST', headers: bearer, body })
    const { url } = z.object({ url: z.string() }).parse(await offered.json())
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
    const first = await fetch(url)
    const bytes = Buffer.from(await first.arrayBuffer())
    expect([first.status, bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    expect((await fetch(url)).status).toBe(410)
    const unknown = { method: 'POST', headers: bearer, body: '{"space":"none"}' }
    expect((await daemon.ask('/api/bundles', unknown)).status).toBe(400)
  })

  test('not ready while Redis is away', async () => {
    const { child } = await startRedis()
    const env = { DOCVAULT_REDIS_URL: `unix://${child.path}`, DOCVAULT_DAEMON_STOP_TIMEOUT: '1ms' }
    const daemon = await startTestDaemon(await makeCompany(), { env })
    expect((await daemon.ask('/readyz')).status).toBe(200)
    await child.stop()
    await daemon.logged(one => one.msg === 'Redis does not answer')
    const answer = await daemon.ask('/readyz')
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { checks: { redis: false, vault: true } },
    ])
    expect((await daemon.ask('/healthz')).status).toBe(200)
  })
})

async function json(answer: Promise<Response>): Promise<unknown> {
  return (await answer).json()
}

/** `fetch` does not let a program lie about the host. */
async function statusWithHost(port: number, host: string): Promise<number> {
  const asked = request({ port, host: '127.0.0.1', path: '/api/status', headers: { host } }).end()
  const [answer] = await once(asked, 'response')
  answer.resume()
  return answer.statusCode
}
