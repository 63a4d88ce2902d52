/**
 * A thread that copies logs into their catalogs, of all vaults that a daemon holds: the daemon's own would wait for the disk
 * meanwhile, and answer nobody. It keeps no catalog open, so that whoever closes one is the last to have it open.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** `cut-off`: the log takes no room on the disk from then on. */
export type Copying = 'copied' | 'cut-off'

export interface Checkpointer {
  /**
   * Resolves when all that was committed to this catalog before is in the file itself, as far as no reader needs what was there
   * before; the next write is at the beginning of the log again. Rejects with SqliteError.
   */
  copy(file: string, how: Copying): Promise<void>
  /** Once what was asked for is done. */
  close(): Promise<void>
}

export interface CopyTask {
  id: number
  file: string
  how: Copying
}

export interface CopyAnswer {
  id: number
  failure: { message: string; code: string } | null
}

/** Here the sources are TypeScript, in the package JavaScript. */
const ENTRY = new URL(`./checkpoint-thread${extname(import.meta.filename)}`, import.meta.url)

/** The thread is begun by the first who asks, and anew where it ended. Close it. */
export function makeCheckpointer(): Checkpointer {
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  let thread: Worker | null = null
  let last = 0
  const settle = (id: number, failure: CopyAnswer['failure']) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    // While nothing is asked for it keeps no process from ending.
    if (waiting.size === 0) thread?.unref()
    if (failure === null) asked?.resolve()
    else asked?.reject(new Database.SqliteError(failure.message, failure.code))
  }
  const begin = () => {
    const begun = new Worker(ENTRY)
    begun.on('message', ({ id, failure }: CopyAnswer) => settle(id, failure))
    // `exit` follows it.
    begun.on('error', () => {})
    begun.on('exit', () => {
      if (thread === begun) thread = null
      for (const id of [...waiting.keys()])
        settle(id, { message: 'the thread of checkpoints ended', code: 'SQLITE_ABORT' })
    })
    return begun
  }
  return {
    copy(file, how) {
      const asked = Promise.withResolvers<void>()
      const task: CopyTask = { id: ++last, file, how }
      waiting.set(task.id, asked)
      thread ??= begin()
      thread.ref()
      thread.postMessage(task)
      return asked.promise
    },
    async close() {
      await Promise.allSettled([...waiting.values()].map(({ promise }) => promise))
      await thread?.terminate()
    },
  }
}
