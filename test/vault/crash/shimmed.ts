/** Processes behind the shim, which is compiled where there is a C compiler. */
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Ended } from './command.ts'

export interface Task {
  argv: readonly string[]
  env: Readonly<Record<string, string>>
  /** For the shim: see shim.c. */
  shim: Readonly<Record<string, string>>
}

export interface Answer extends Ended {
  /** What was to happen to its disk happened. */
  hasFired: boolean
  /** Files that it left open, until its process ends. */
  left: string[]
}

/** What the shim needs; null where it is there. */
export const missingForShim: string | null =
  process.platform !== 'linux'
    ? 'LD_PRELOAD of Linux'
    : spawnSync('cc', ['--version']).status === 0
      ? null
      : 'a C compiler called cc'

/** Answers the library's path. */
export function compileShim(folder: string): string {
  const library = join(folder, 'shim.so')
  const source = join(import.meta.dirname, 'shim.c')
  const { status, stderr } = spawnSync(
    'cc',
    ['-O1', '-Wall', '-Werror', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`the shim cannot be compiled: ${stderr}`)
  return library
}

export interface Shimmed {
  /** Null: the process was killed. */
  run(task: Task): Promise<Answer | null>
  /** Whatever it has open is closed then, as at the end of every command. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export function startShimmed(library: string): Shimmed {
  let child: ChildProcess | null = null
  const start = () =>
    fork(join(import.meta.dirname, 'worker.ts'), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...withoutSettings(), LD_PRELOAD: library, UV_USE_IO_URING: '0' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  const stop = async () => {
    const running = child
    child = null
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    running.kill('SIGKILL')
    await once(running, 'exit')
  }
  return {
    stop,
    restart: stop,
    async run(task) {
      if (child === null || !child.connected) child = start()
      const running = child
      const { promise, resolve } = Promise.withResolvers<Answer | null>()
      const answered = (answer: Answer) => resolve(answer)
      const ended = (code: number | null, signal: string | null) =>
        resolve(signal === 'SIGKILL' ? null : fellOver(`${code ?? signal}`))
      running.once('message', answered).once('exit', ended)
      running.send(task)
      const answer = await promise
      running.off('message', answered).off('exit', ended)
      if (answer === null) child = null
      return answer
    },
  }
}

/** Something threw where nobody could catch it. */
function fellOver(how: string): Answer {
  const message = `the process ended with ${how} in the middle of it`
  return { code: 1, error: 'internal', message, hasFired: true, left: [] }
}

function withoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DOCVAULT_')))
}
