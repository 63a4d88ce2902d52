/** Runs the real program and returns everything it did. */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const launcher = resolve(import.meta.dirname, '../../bin/docvault')

export interface Run {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: Buffer
  stderr: string
  /** The JSON lines of `--json`. */
  events: Record<string, unknown>[]
}

export interface RunOptions {
  env?: Record<string, string>
  cwd?: string
  /** Called with the child's process id as soon as it runs. */
  onStart?: (pid: number) => void
  /** Called with each piece of its output as it comes. */
  onOutput?: (text: string, pid: number) => void
}

export async function docvault(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = spawn(launcher, args, {
    cwd: options.cwd,
    env: { ...cleanEnvironment(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) options.onStart?.(child.pid)
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout.on('data', chunk => {
    out.push(chunk)
    options.onOutput?.(String(chunk), child.pid ?? 0)
  })
  child.stderr.on('data', chunk => err.push(chunk))
  const { promise, resolve: done } = Promise.withResolvers<[number | null, NodeJS.Signals | null]>()
  child.on('close', (code, signal) => done([code, signal]))
  const [code, signal] = await promise
  const stdout = Buffer.concat(out)
  return {
    code,
    signal,
    stdout,
    stderr: Buffer.concat(err).toString(),
    events: args.includes('--json') ? eventsOf(stdout) : [],
  }
}

/** Whatever the surroundings configure must not reach the run. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DOCVAULT_')))
}

function eventsOf(stdout: Buffer): Record<string, unknown>[] {
  const lines = stdout.toString().split('\n')
  // A killed run may leave half a line.
  return lines.slice(0, -1).map(line => JSON.parse(line))
}
