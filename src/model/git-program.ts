/**
 * Runs the `git` program that is installed here. It asks nobody anything and obeys no hook and no setting of the system;
 * whoever calls says which settings of a person count.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { DocvaultError } from './errors.ts'

export interface GitCall {
  args: readonly string[]
  cwd: string
  /** Beside `PATH`. */
  env?: NodeJS.ProcessEnv
  signal?: AbortSignal | undefined
  /** For the error. */
  hint?: string
}

export class GitFailed extends DocvaultError {
  constructor({ args, hint }: Pick<GitCall, 'args' | 'hint'>, words: string) {
    const said = words.includes('ENOENT') ? 'the program git cannot be started: is it installed?' : words
    super('git-failed', `git ${commandIn(args)}: ${said}`, {
      retry: 'later',
      ...(hint === undefined ? {} : { hint }),
    })
  }
}

/** Of nobody: no files of a person are read. */
export const NOBODY: NodeJS.ProcessEnv = { HOME: '/nonexistent', GIT_CONFIG_GLOBAL: '/dev/null' }

export function startGit({ args, cwd, env, signal }: GitCall): ChildProcessWithoutNullStreams {
  const { PATH } = process.env
  return spawn('git', [...SETTINGS, ...args], {
    cwd,
    env: { PATH, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', ...env },
    ...(signal ? { signal } : {}),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** What it printed. Throws `GitFailed`. */
export async function runGit(call: GitCall, input = ''): Promise<string> {
  const child = startGit(call)
  const out: Buffer[] = []
  child.stdout.on('data', chunk => out.push(chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  await endOfGit(child, call)
  return Buffer.concat(out).toString()
}

/** Waits for its end. Throws `GitFailed`, with what it said. */
export async function endOfGit(child: ChildProcessWithoutNullStreams, call: GitCall): Promise<void> {
  const err: Buffer[] = []
  child.stderr.on('data', chunk => err.push(chunk))
  const [code] = await once(child, 'close').catch(cause => {
    call.signal?.throwIfAborted()
    throw new GitFailed(call, String(cause))
  })
  if (code !== 0) throw new GitFailed(call, Buffer.concat(err).toString().trim() || `ended with ${code}`)
}

const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.autocrlf=false',
  'core.quotePath=false',
  'commit.gpgSign=false',
  'gc.auto=0',
].flatMap(setting => ['-c', setting])

function commandIn(args: readonly string[]): string {
  return args[0] ?? ''
}
