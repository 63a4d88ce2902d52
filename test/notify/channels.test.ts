/** What each service is sent, by its published form, for a condition that begins and ends and for the changes of a night. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import type { ChangeNotice } from '../../src/model/notice.ts'
import { channels } from '../../src/notify/channels/index.ts'
import type { Message } from '../../src/notify/condition.ts'
import { digestMessage, leastSeverityOf } from '../../src/notify/digest.ts'

interface Got {
  path: string
  headers: Record<string, unknown>
  body: Record<string, unknown>
}

async function listen(): Promise<{ url: string; got: Got[] }> {
  const got: Got[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    got.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(body) })
    response.writeHead(202).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${Object(address).port}`, got }
}

async function send(name: string, env: Record<string, string>, message: Message): Promise<void> {
  const channel = channels.find(known => known.name === name)
  await channel?.open(loadConfig({ env }))?.(message)
}

const message = (event: Message['event']): Message => ({
  ...{ event, key: 'anomaly default x-1', kind: 'anomaly', times: 1, since: '2026-11-20T02:00:00.000Z' },
  ...{
    platform: 'default',
    organization: 'o1',
    title: 'a [link](http://evil) <!here>',
    text: 'Gone.',
    advice: 'look.',
    link: 'https://d.example/o/1',
  },
})

const notice = (severity: ChangeNotice['severity'], title: string): ChangeNotice => ({
  ...{ severity, title, rules: ['space.removed'], action: 'deleted', kind: 'space', id: 's1', place: '' },
  ...{ before: '', after: '', actor: 'Ada' },
})

const digest = {
  ...{ organization: 'o1', title: 'Acme', from: 37, to: 38, more: 0 },
  changes: [notice('critical', 'Handbook'), notice('medium', 'x\nFORGED')],
}
const options = { platform: 'default', now: '2026-11-20T02:00:00.000Z', publicUrl: 'https://d.example/' }

describe('Teams', () => {
  test('gets a card whose texts are no links, and a way to the changes', async () => {
    const { url, got } = await listen()
    await send('teams', { DOCVAULT_NOTIFY_TEAMS: `${url}/hook` }, message('begin'))
    const [attachment] = Object(got[0]?.body).attachments
    expect(attachment.contentType).toBe('application/vnd.microsoft.card.adaptive')
    expect(attachment.content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' })
    const types = attachment.content.body.map((block: { type: string }) => block.type)
    expect(new Set(types)).toEqual(new Set(['RichTextBlock']))
    expect(attachment.content.body[0].inlines[0].text).toContain('a [link](http://evil)')
    expect(attachment.content.actions).toEqual([
      { type: 'Action.OpenUrl', title: 'Look at it', url: 'https://d.example/o/1' },
    ])
  })
})

describe('PagerDuty', () => {
  const env = (url: string) => ({
    DOCVAULT_NOTIFY_PAGERDUTY: 'key-1',
    DOCVAULT_NOTIFY_PAGERDUTY_URL: `${url}/v2/enqueue`,
  })

  test('opens an incident, and resolves the same one', async () => {
    const { url, got } = await listen()
    await send('pagerduty', env(url), message('begin'))
    await send('pagerduty', env(url), message('end'))
    const dedup_key = 'docvault anomaly default x-1'
    expect(got.map(({ path, body }) => [path, body])).toMatchObject([
      [
        '/v2/enqueue',
        {
          ...{ routing_key: 'key-1', event_action: 'trigger', dedup_key },
          payload: { severity: 'critical', source: 'docvault', class: 'anomaly' },
          links: [{ href: 'https://d.example/o/1' }],
        },
      ],
      ['/v2/enqueue', { routing_key: 'key-1', event_action: 'resolve', dedup_key }],
    ])
  })

  test('is told how severe the worst change of a night is', async () => {
    const { url, got } = await listen()
    const made = digestMessage({ ...digest, changes: digest.changes.slice(1) }, 'info', options)
    if (made) await send('pagerduty', env(url), made)
    expect(got[0]?.body).toMatchObject({ payload: { severity: 'warning', class: 'changes' } })
  })
})

describe('ntfy', () => {
  test('gets JSON at the server, with the topic in it and the token', async () => {
    const { url, got } = await listen()
    const env = { DOCVAULT_NOTIFY_NTFY: `${url}/below/topic-1`, DOCVAULT_NOTIFY_NTFY_TOKEN: 'tk_1' }
    await send('ntfy', env, message('begin'))
    expect(got).toMatchObject([
      {
        path: '/below',
        headers: { authorization: 'Bearer tk_1' },
        body: {
          topic: 'topic-1',
          priority: 5,
          click: 'https://d.example/o/1',
          message: expect.stringContaining('Gone.'),
        },
      },
    ])
  })
})

describe('the changes of a night', () => {
  test('are told from the severity on that the channel wants, and not at all where there are none', () => {
    const entries = ['slack=high', 'mail=critical', 'slack=critical']
    expect(['slack', 'mail', 'webhook'].map(name => leastSeverityOf(name, entries))).toEqual([
      'critical',
      'critical',
      'info',
    ])
    expect(digestMessage(digest, 'critical', options)?.changes).toHaveLength(1)
    expect(digestMessage({ ...digest, changes: digest.changes.slice(1) }, 'high', options)).toBeNull()
  })

  test('say what was done where and by whom, in a line each, with a link', () => {
    const made = digestMessage(digest, 'info', options)
    expect(made).toMatchObject({
      event: 'digest',
      title: 'default: 2 changes in Acme to look at (1 critical, 1 medium)',
      severity: 'critical',
      link: 'https://d.example/o/o1/changes?a=37&b=38',
    })
    expect(made?.text.split('\n')).toEqual([
      'critical: space Handbook deleted, by Ada',
      expect.stringMatching(/^medium: space x.*FORGED deleted, by Ada$/),
    ])
  })

  test('beyond twenty are counted', () => {
    const changes = Array.from({ length: 25 }, (_, at) => notice('high', `s${at}`))
    const lines = digestMessage({ ...digest, changes, more: 3 }, 'info', options)?.text.split('\n')
    expect([lines?.length, lines?.at(-1)]).toEqual([21, 'and 8 more'])
  })
})
