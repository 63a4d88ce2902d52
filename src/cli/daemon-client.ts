/** Asks the daemon that runs for the same configuration, over its HTTP API. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import { DocvaultError, UsageError } from '../model/errors.ts'

export class DaemonAway extends DocvaultError {
  constructor(cause?: unknown) {
    super('no-daemon', 'no daemon answers', {
      hint: 'start one with `docvault daemon`, with the same configuration as this command',
      cause,
      retry: 'later',
    })
  }
}

/** It is there, and has other things to do; what was asked for may still happen. */
export class DaemonBusy extends DocvaultError {
  constructor(waitedMs: number, cause: unknown) {
    super('daemon-busy', `the daemon has not answered for ${waitedMs / 1000} seconds`, {
      hint: 'it may have taken the request all the same: look at `docvault logs` before you ask again',
      cause,
      retry: 'later',
    })
  }
}

export interface DaemonClient {
  get(path: string): Promise<unknown>
  text(path: string): Promise<string>
  send(method: 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>
}

/** `docvault status` must not hang on a daemon that does. */
const PATIENCE_MS = 15_000

export function daemonClient(
  config: Config,
  token = config['server.token'],
  patienceMs = PATIENCE_MS,
): DaemonClient {
  const base = addressOf(config)
  // Where no token is set any will do: the header shows that no page of a browser asks.
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token ?? 'none'}`,
  }
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(patienceMs),
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(cause => {
      throw isTimeout(cause) ? new DaemonBusy(patienceMs, cause) : new DaemonAway(cause)
    })
    const text = await answer.text()
    if (!answer.ok) throw refusalOf(answer.status, text)
    return text
  }
  return {
    get: async path => JSON.parse(await ask('GET', path)),
    text: path => ask('GET', path),
    send: async (method, path, body) => JSON.parse(await ask(method, path, body)),
  }
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError'
}

function addressOf(config: Config): string {
  try {
    const parsed: unknown = JSON.parse(readFileSync(join(config['daemon.path'], 'daemon.json'), 'utf8'))
    if (typeof parsed === 'object' && parsed !== null && 'url' in parsed) return localUrl(String(parsed.url))
  } catch {
    // It runs elsewhere, or not at all.
  }
  return localUrl(`http://${config['server.host']}:${config['server.port']}`)
}

/** What listens everywhere is asked here. */
function localUrl(url: string): string {
  return url.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]')
}

function refusalOf(status: number, text: string): Error {
  const said = parseRefusal(text)
  if (status === 401) {
    return new UsageError('the daemon wants its token', { hint: 'set server.token as the daemon has it' })
  }
  if (status === 503)
    return new DocvaultError('not-now', said.message ?? 'the daemon cannot do it now', {
      retry: 'later',
      ...(said.hint ? { hint: said.hint } : {}),
    })
  return new UsageError(said.message ?? `the daemon answered ${status}`, said.hint ? { hint: said.hint } : {})
}

function parseRefusal(text: string): { message?: string; hint?: string } {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null) return {}
    const pick = (name: 'message' | 'hint') => {
      const value: unknown = Object.entries(parsed).find(([key]) => key === name)?.[1]
      return typeof value === 'string' ? { [name]: value } : {}
    }
    return { ...pick('message'), ...pick('hint') }
  } catch {
    return {}
  }
}
