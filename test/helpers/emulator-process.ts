/** The emulator as users start it: a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Whoever runs a command by a call that waits for it sees only after its next request that a connection which was kept was
 * closed meanwhile.
 */
export const ONCE = { connection: 'close' }

const launcher = resolve(import.meta.dirname, '../../bin/docvault')

export interface EmulatorProcess {
  url: string
  token: string
  organization: string
  /** For `docvault` runs against it. */
  env: Record<string, string>
  control(method: string, path: string, body?: unknown): Promise<unknown>
  /** Requests by operation since the last `resetRequests`. */
  requests(): Promise<{ total: number; operations: Record<string, number> }>
  resetRequests(): Promise<void>
  stop(): Promise<void>
}

export async function startEmulatorProcess(args: readonly string[]): Promise<EmulatorProcess> {
  const child = spawn(launcher, ['emulator', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the emulator ended with ${code}`)
    }),
  ])
  const { url, token, organization } = JSON.parse(String(line))
  const base = String(url).replace(/\/v1$/, '')
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${base}/_emulator/${path}`, {
      method,
      ...(body === undefined
        ? { headers: ONCE }
        : { body: JSON.stringify(body), headers: { ...ONCE, 'content-type': 'application/json' } }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    url,
    token,
    organization,
    env: { DOCVAULT_PLATFORM_URL: url, DOCVAULT_PLATFORM_TOKEN: token },
    control,
    requests: async () => JSON.parse(JSON.stringify(await control('GET', 'requests'))),
    resetRequests: async () => void (await control('DELETE', 'requests')),
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
