/**
 * A part of this program in a process of its own, with a heap of its own that is bounded: what it takes, and what it dies
 * of, is its own. A thread is not enough for that: Node ends one that meets its limit only if what it allocates next fits in
 * 16 MiB more; else V8 aborts the process, with all its threads. It ends with its starter, whatever became of that.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'

export interface ChildOptions {
  /** A module that begins with `belongToStarter`. */
  entry: URL
  /** Most of its heap; buffers are beside it. MiB. */
  memoryMib: number
}

export interface Death {
  isOutOfMemory: boolean
  /** A sentence without its subject: `ended by SIGKILL`. */
  how: string
}

/** To say something is to be heard or in vain: one that ended is told of by `ended`. */
export interface ChildProgram<Said, Heard> {
  pid: number
  say(message: Said): void
  /** Until what it returns is called. */
  hear(listener: (message: Heard) => void): () => void
  /** Never rejects. */
  ended: Promise<Death>
  /** Whether its starter stays as long as it does. From the beginning it does. */
  hold(isHeld: boolean): void
  /** Wherever it is. */
  kill(): void
  /** Once it has nothing to do at the moment, or soon. Resolves when it is gone. */
  close(): Promise<void>
}

const MOST_COMPLAINT = 16 * 1024
/** What holds up its event loop longer is not waited for. */
const CLOSE_WITHIN_MS = 2_000

/** What cannot be started has ended. */
export function startChild<Said extends object | string, Heard>(
  options: ChildOptions,
): ChildProgram<Said, Heard> {
  try {
    return programOf(forkOf(options))
  } catch (error) {
    return unstarted(error instanceof Error ? error : new Error(String(error)))
  }
}

function programOf<Said extends object | string, Heard>(child: ChildProcess): ChildProgram<Said, Heard> {
  const ended = deathOf(child)
  const kill = () => void child.kill('SIGKILL')
  return {
    ...{ pid: child.pid ?? 0, ended, kill },
    // Its end is told where everybody hears it.
    say: message => void (child.connected && child.send(message, () => {})),
    hear(listener) {
      child.on('message', listener as (message: unknown) => void)
      return () => void child.off('message', listener as (message: unknown) => void)
    },
    hold(isHeld) {
      const { channel, stderr } = child
      for (const part of [child, channel, stderr instanceof Socket ? stderr : null])
        if (isHeld) part?.ref()
        else part?.unref()
    },
    async close() {
      if (child.connected) child.disconnect()
      const timer = setTimeout(kill, CLOSE_WITHIN_MS)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Some failures, such as a lack of memory, are thrown at once; others are told by `deathOf`. */
function unstarted({ message }: Error): ChildProgram<object | string, never> {
  const nothing = () => {}
  return {
    pid: 0,
    ended: Promise.resolve({ isOutOfMemory: false, how: `could not be started: ${message}` }),
    say: nothing,
    hear: () => nothing,
    hold: nothing,
    kill: nothing,
    close: async () => {},
  }
}

function forkOf({ entry, memoryMib }: ChildOptions): ChildProcess {
  return fork(entry, [], {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${memoryMib}`,
      // As in bin/docvault, where the reasons stand.
      '--max-semi-space-size=16',
      '--wasm-wrapper-tiering-budget=2147483647',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

async function deathOf(child: ChildProcess): Promise<Death> {
  const said = lastWords(child)
  const end = Promise.withResolvers<string>()
  child.on('error', error => {
    if (child.pid === undefined) end.resolve(`could not be started: ${error.message}`)
  })
  child.once('exit', (code, signal) =>
    end.resolve(`ended ${signal === null ? `with code ${code}` : `by ${signal}`}`),
  )
  const how = await end.promise
  const words = await said
  const reason = /^(?:FATAL ERROR|[\w.]*Error\b).*$/m.exec(words)?.[0] ?? words.trim().split('\n').at(-1)
  return { isOutOfMemory: words.includes('out of memory'), how: reason ? `${how}: ${reason}` : how }
}

/** The last of what it says to nobody, once it is gone: `exit` does not wait for all of it. */
async function lastWords({ stderr }: ChildProcess): Promise<string> {
  let said = ''
  try {
    for await (const text of stderr?.setEncoding('utf8') ?? []) said = (said + text).slice(-MOST_COMPLAINT)
  } catch {
    // Of one that was never started there is nothing to be read.
  }
  return said
}

/**
 * In the child: ends as soon as its starter is gone, whatever became of it: the channel between the two closes then. A
 * signal to both (Ctrl-C) is for the other to act on.
 */
export function belongToStarter(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.once('disconnect', () => process.exit())
}
