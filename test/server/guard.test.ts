import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'

const token = 'a-token-for-the-server'
const basic = { authorization: `Basic ${btoa(`anybody:${token}`)}` }
const bearer = { authorization: `Bearer ${token}` }
const json = { 'content-type': 'application/json' }

describe('a request that changes something', () => {
  test('a form of another site adds nothing to a queue, whatever password the browser remembers', async () => {
    const daemon = await startTestDaemon(await makeCompany(), { env: { DOCVAULT_SERVER_TOKEN: token } })
    const { queues } = daemon.platform()
    const body = '{"name":"restore","data":{"action":"undo","run":1},"options":{}}'
    for (const origin of [{}, { origin: 'http://evil.example' }, { origin: 'null' }]) {
      const headers = { 'content-type': 'text/plain', ...basic, ...origin }
      for (const path of [`/board/api/queues/${queues.runs.name}/add`, '/api/jobs/backup'])
        expect([origin, path, await post(daemon, path, headers, body)]).toEqual([origin, path, 403])
    }
    expect(await countOf(daemon)).toBe(0)
  })

  test('comes from a page of this server, or from a program that shows a token', async () => {
    const daemon = await startTestDaemon(await makeCompany(), {
      env: { DOCVAULT_SERVER_TOKEN: token, DOCVAULT_SERVER_PUBLIC_URL: 'https://docvault.example' },
    })
    const { origin, host } = new URL(daemon.daemon.url)
    const wanted: [object, number][] = [
      [{ ...basic, ...json, origin }, 202],
      [{ ...bearer, ...json }, 202],
      [{ ...bearer, ...json, origin }, 202],
      [{ ...basic, ...json, host: 'docvault.example', origin: 'https://docvault.example' }, 202],
      [{ ...basic, ...json }, 403],
      [{ ...basic, ...json, origin: `https://${host}` }, 403],
      [{ ...basic, ...json, origin: 'http://127.0.0.1:1' }, 403],
      [{ ...basic, ...json, origin: `${origin}.evil.example` }, 403],
      [{ ...basic, ...json, host: 'docvault.example', origin: 'http://docvault.example' }, 403],
      [{ ...basic, ...json, origin, 'sec-fetch-site': 'cross-site' }, 403],
      [{ ...basic, ...json, origin, 'sec-fetch-site': 'same-site' }, 403],
      [{ ...bearer, ...json, origin: 'http://evil.example' }, 403],
      [{ ...bearer }, 415],
      [{ ...bearer, 'content-type': 'text/plain' }, 415],
      [{ ...bearer, 'content-type': 'application/jsonx' }, 415],
      [{ ...basic, origin, 'content-type': 'application/x-www-form-urlencoded' }, 415],
      [{ ...json, origin }, 401],
      [{ ...json, origin, 'x-http-method-override': 'GET' }, 401],
    ]
    for (const [headers, status] of wanted)
      expect([headers, await post(daemon, '/api/jobs/check', headers, '{}')]).toEqual([headers, status])
  })

  test('without a token any bearer token marks a program, and a page of another port is a foreign one', async () => {
    const daemon = await startTestDaemon(await makeCompany())
    const { origin, port } = new URL(daemon.daemon.url)
    const wanted: [object, number][] = [
      [{ ...json, authorization: 'Bearer none' }, 202],
      [{ ...json, origin }, 202],
      [{ ...json, host: `localhost:${port}`, origin: `http://localhost:${port}` }, 202],
      [{ ...json }, 403],
      [{ ...json, origin: 'http://localhost:3000' }, 403],
      [{ ...json, host: 'evil.example', origin: 'http://evil.example' }, 401],
      [{ ...json, host: 'evil.example', authorization: 'Bearer none' }, 401],
    ]
    for (const [headers, status] of wanted)
      expect([headers, await post(daemon, '/api/jobs/check', headers, '{}')]).toEqual([headers, status])
  })

  test('the board changes nothing, also for whoever has the token', async () => {
    const daemon = await startTestDaemon(await makeCompany(), { env: { DOCVAULT_SERVER_TOKEN: token } })
    const name = daemon.platform().queues.runs.name
    const paths = [
      'pause',
      'resume',
      `${name}/add`,
      `${name}/obliterate`,
      `${name}/pause`,
      `${name}/retry/failed`,
    ]
    for (const path of paths)
      for (const method of ['PUT', 'POST', 'PATCH', 'DELETE']) {
        const asked = { method, headers: bearer, body: '{}' }
        const { status } = await daemon.ask(`/board/api/queues/${path}`, asked)
        expect([method, path, status]).toEqual([method, path, 405])
      }
    expect(await daemon.platform().queues.runs.isPaused()).toBe(false)
    const shown = await (await daemon.ask('/board/api/queues', { headers: bearer })).json()
    expect(shown).toMatchObject({ queues: [{ readOnlyMode: true }, { readOnlyMode: true }] })
  })

  test('a request to speak another protocol is an ordinary one', async () => {
    const daemon = await startTestDaemon(await makeCompany(), { env: { DOCVAULT_SERVER_TOKEN: token } })
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const { port } = new URL(daemon.daemon.url)
    const asked = request({ port, host: '127.0.0.1', path: '/api/status', headers: upgrade }).end()
    const [answer] = await once(asked, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(401)
  })
})

function countOf(daemon: TestDaemon): Promise<number> {
  const { runs } = daemon.platform().queues
  return runs.getJobCountByTypes('waiting', 'active', 'completed', 'failed', 'prioritized', 'delayed')
}

/** `fetch` does not let a program lie about the host. */
async function post(daemon: TestDaemon, path: string, headers: object, body: string): Promise<number> {
  const { port } = new URL(daemon.daemon.url)
  const asked = request({ port, host: '127.0.0.1', path, method: 'POST', headers: { ...headers } })
  asked.end(body)
  const [answer] = await once(asked, 'response')
  answer.resume()
  return answer.statusCode
}
