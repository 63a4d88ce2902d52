/** The thread of checkpointer.ts. */
import { parentPort } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { CopyAnswer, CopyTask } from './checkpointer.ts'
import { pagesOf } from './durable.ts'

/** While it copies, others write on: what they wrote is copied in the next round, in less time. */
const ROUNDS = 3

parentPort?.on('message', ({ id, file, how }: CopyTask) => {
  const answer: CopyAnswer = { id, failure: failureOf(() => copy(file, how)) }
  parentPort?.postMessage(answer)
})

function copy(file: string, how: CopyTask['how']): void {
  // Nobody is waited for: what is held is copied the next time.
  const db = new Database(file, { fileMustExist: true, timeout: 0 })
  try {
    db.pragma('synchronous = NORMAL')
    for (let round = 0; round < ROUNDS && pagesOf(db).waiting > 0; round++)
      db.pragma('wal_checkpoint(PASSIVE)')
    // Others cannot write meanwhile: only where nothing is left to copy.
    if (how === 'cut-off' && pagesOf(db).waiting === 0) db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
}

function failureOf(work: () => void): CopyAnswer['failure'] {
  try {
    work()
    return null
  } catch (error) {
    const code = error instanceof Database.SqliteError ? error.code : 'SQLITE_ERROR'
    return { code, message: error instanceof Error ? error.message : String(error) }
  }
}
