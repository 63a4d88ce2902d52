/**
 * An emulated service with one of everything in it, docvault's client on it, and raw HTTP beside that.
 */
import { Agent, request } from 'undici'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import { openPlatform, type Platform } from '../../../src/platform/client.ts'
import { type Files, type Reply, type Running, replyOf, start, writeBundle } from '../../emulator/start.ts'
import { USER_AGENT } from './watch.ts'

/** Links that work, one that is broken, a file that is referred to, reusable content. */
const HANDBOOK: Files = {
  'SUMMARY.md': [
    '# Table of contents',
    '',
    '* [Welcome](README.md)',
    '* [Guide](guide.md)',
    '  * [Setup](guide/setup.md)',
    '',
  ].join('\n'),
  'README.md':
    '# Welcome\n\nSee the [guide](guide.md), the [setup](guide/setup.md) and [nothing](missing.md).\n\n![logo](.gitbook/assets/logo.png)\n',
  'guide.md':
    '# Guide\n\nFirst steps, then [back](README.md).\n\n{% include ".gitbook/includes/note.md" %}\n\n![logo](.gitbook/assets/logo.png)\n',
  'guide/setup.md': '# Setup\n\n## Steps\n\nRun the installer. Then [elsewhere](https://example.com/).\n',
  '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nThe same everywhere.\n',
  '.gitbook/assets/logo.png': 'not really a picture',
  '.gitbook/assets/notes.txt': 'one',
}

const SECOND: Files = { 'SUMMARY.md': '* [Start](README.md)\n', 'README.md': '# Start\n\nSecond steps.\n' }

const PETS = '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{}}'

export interface Service extends Running {
  platform: Platform
  /** Main one. */
  organization: string
  /** Without content. */
  otherOrganization: string
  /** Loaded from `SECOND`. */
  secondSpace: string
  /** Raw HTTP with the token; `path` from the root, as it goes over the wire. */
  send(message: Message): Promise<Reply>
}

export interface Message {
  method: string
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  raw?: string
  headers?: Readonly<Record<string, string>>
}

export async function startService(options: EmulatorOptions = {}): Promise<Service> {
  const folder = await writeBundle({ 'pets.json': PETS })
  const load = [
    { title: 'Handbook', folder: await writeBundle(HANDBOOK) },
    { title: 'Second', folder: await writeBundle(SECOND) },
  ]
  const specs = [`${folder}/pets.json`]
  const running = await start(null, { members: 5, teams: 2, organizations: 1, load, specs, ...options })
  const platform = openClient(running.emulator.url, running.emulator.token)
  const organizations = await all(platform.organizations.list())
  const { spaces } = z
    .object({ spaces: z.array(z.object({ id: z.string(), title: z.string() })) })
    .parse(running.emulator.state())
  const { organization } = running.emulator
  return {
    ...running,
    platform,
    send: sender(running.emulator.url, running.emulator.token),
    organization,
    otherOrganization: organizations.find(one => one.id !== organization)?.id ?? '',
    space: spaces.find(one => one.title === 'Handbook')?.id ?? '',
    secondSpace: spaces.find(one => one.title === 'Second')?.id ?? '',
  }
}

function openClient(url: string, token: string): Platform {
  const platform = openPlatform(
    {
      url,
      token,
      concurrency: 4,
      attempts: 1,
      timeoutMs: 10_000,
      maxBodyBytes: 100_000_000,
      maxFileBytes: 100_000_000,
      maxRateLimitWaitMs: 0,
      allowPrivateAddresses: true,
      userAgent: USER_AGENT,
    },
    { get: () => null, set: () => {} },
  )
  onTestFinished(() => platform.close())
  return platform
}

/** An answer that takes longer never comes. */
const LONGEST_ANSWER_MS = 10_000

function sender(url: string, token: string): Service['send'] {
  const agent = new Agent({ headersTimeout: LONGEST_ANSWER_MS, bodyTimeout: LONGEST_ANSWER_MS })
  onTestFinished(() => agent.destroy())
  return async ({ method, path, body, raw, headers = {} }) => {
    const payload = raw ?? (body === undefined ? null : JSON.stringify(body))
    return await replyOf(
      await request(new URL(url).origin + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers },
        body: payload,
        dispatcher: agent,
      }),
    )
  }
}

export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of list) items.push(item)
  return items
}

/** What must be there for the test to mean anything. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the test expected something here')
  return value
}
