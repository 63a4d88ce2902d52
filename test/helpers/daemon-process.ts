/** The daemon as users start it: a process of its own, to be killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { ofProgram } from './of-program.ts'
import { unscheduled } from './unscheduled.ts'

const launcher = resolve(import.meta.dirname, '../../bin/docvault')

const statusSchema = z.object({
  platforms: z.array(
    z.object({
      state: z.string(),
      runs: z.array(
        z.looseObject({
          run: z.string(),
          job: z.string(),
          organization: z.string().nullable(),
          outcome: z.string(),
          snapshot: z.number().nullable().optional(),
          message: z.string(),
        }),
      ),
    }),
  ),
})
type ProcessRun = z.infer<typeof statusSchema>['platforms'][number]['runs'][number]

export interface DaemonProcess {
  pid: number
  lines: Record<string, unknown>[]
  logged(fits: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  ask(path: string, init?: RequestInit): Promise<unknown>
  trigger(job: string, organization: string, more?: object): Promise<string>
  runs(): Promise<ProcessRun[]>
  ended(fits: (run: ProcessRun) => boolean, withinMs?: number): Promise<ProcessRun>
  /** Resolves when the queue has nothing to do. */
  idle(): Promise<void>
  kill(signal: NodeJS.Signals): Promise<number | null>
}

export async function startDaemonProcess(env: Record<string, string>): Promise<DaemonProcess> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(launcher, ['daemon'], {
    env: {
      PATH,
      HOME,
      ...unscheduled,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', line => {
    lines.push(JSON.parse(line))
    for (const wake of [...waiting]) wake()
  })
  const logged: DaemonProcess['logged'] = fits => {
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
    const look = () => {
      const found = lines.find(fits)
      if (!found) return
      waiting.delete(look)
      resolve(found)
    }
    waiting.add(look)
    child.once('exit', code => reject(new Error(`the daemon ended with ${code}`)))
    promise.catch(() => {})
    look()
    return promise
  }
  const { url } = await logged(line => typeof line.url === 'string')
  const ask = async (path: string, init?: RequestInit): Promise<unknown> =>
    (await fetch(`${url}${path}`, { headers: ofProgram, ...init })).json()
  const runs = async () => statusSchema.parse(await ask('/api/status')).platforms.flatMap(one => one.runs)
  return {
    pid: child.pid ?? 0,
    lines,
    logged,
    ask,
    runs,
    async trigger(job, organization, more = {}) {
      const body = JSON.stringify({ organization, ...more })
      return z.object({ run: z.string() }).parse(await ask(`/api/jobs/${job}`, { method: 'POST', body })).run
    },
    async ended(fits, withinMs = 120_000) {
      for (const deadline = Date.now() + withinMs; Date.now() < deadline; await delay(100)) {
        const found = (await runs()).find(fits)
        if (found) return found
      }
      throw new Error(`no such run ended within ${withinMs} ms: ${JSON.stringify(lines.slice(-5))}`)
    },
    async idle() {
      while (z.array(z.unknown()).parse(await ask('/api/jobs')).length > 0) await delay(100)
    },
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill(signal)
      const [code] = await once(child, 'exit')
      return code
    },
  }
}
