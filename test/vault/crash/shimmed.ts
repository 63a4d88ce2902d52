/** Processes behind the shim, which is compiled where there is a C compiler. */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
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
}

export interface Request extends Task {
  /** To be done for what is compiled by that, and left in the process that all others are children of. */
  isWarming: boolean
}

/** The number of a process that no system has: beyond what Linux gives. */
export const NOBODY = 4_194_305

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
  /** Does it once, for those after it; on a disk of its own, since it may leave that open. */
  warm(task: Task): Promise<void>
  /** In a process of its own, which is dead on return. Null: it was killed. */
  run(task: Task): Promise<Answer | null>
  stop(): Promise<void>
}

/** Its clock stands at the time of this. */
export function startShimmed(library: string, folder: string): Shimmed {
  const stat = join(folder, 'stat')
  writeFileSync(stat, `${NOBODY} (docvault) S${' 1'.repeat(50)}\n`)
  const child = fork(join(import.meta.dirname, 'worker.ts'), {
    // Threads do not live on in a child.
    execArgv: ['--disable-warning=ExperimentalWarning', '--single-threaded'],
    env: {
      ...withoutSettings(),
      LD_PRELOAD: library,
      UV_USE_IO_URING: '0',
      DISK_SHIM_CLOCK: `${Math.floor(Date.now() / 1000)}`,
      DISK_SHIM_STAT: stat,
      DISK_SHIM_FORK: join(folder, 'fork'),
      DISK_SHIM_ANSWER: join(folder, 'answer'),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(fallen)
  ended.catch(() => {})
  const ask = async (request: Request): Promise<Answer | null> => {
    const answered = Promise.withResolvers<Answer | null>()
    child.once('message', (answer: Answer | null) => answered.resolve(answer))
    child.send(request)
    return Promise.race([answered.promise, ended])
  }
  return {
    warm: async task => void (await ask({ ...task, isWarming: true })),
    run: task => ask({ ...task, isWarming: false }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

function fallen(): never {
  throw new Error('the process behind the shim has ended')
}

function withoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DOCVAULT_')))
}
