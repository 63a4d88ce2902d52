/**
 * The one way in which a restore writes: a journal line before and after, and after an unclear answer a look for what the
 * write made, never the same write again blindly.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { DocvaultError } from '../../model/errors.ts'
import {
  ConnectionError,
  InvalidResponse,
  RateLimited,
  ServerError,
  TruncatedBody,
} from '../../platform/errors.ts'
import type { WritableVault } from '../../vault/vault.ts'
import { wordsOf } from './item-failures.ts'
import type { Write } from './session.ts'
import { textOfWrite } from './write-key.ts'

const MOST_ATTEMPTS = 4
const MOST_WAIT_MS = 15 * 60_000

export function makeWrite(vault: WritableVault, run: number, signal: AbortSignal | undefined): Write {
  const doubtful = doubtfulWrites(vault, run)
  const line = (write: string, state: 'begun' | 'done' | 'failed', detail: string | null = null) =>
    vault.restores.line(run, { write, state, detail })
  return async (key, make, find) => {
    const name = textOfWrite(key)
    for (let attempt = 1; ; attempt++) {
      if (doubtful.has(name)) {
        const found = await find()
        doubtful.delete(name)
        if (found !== null) {
          line(name, 'done', 'found')
          return found
        }
      }
      signal?.throwIfAborted()
      line(name, 'begun')
      try {
        const made = await make()
        line(name, 'done')
        return made
      } catch (error) {
        if (signal?.aborted) throw error
        if (attempt >= MOST_ATTEMPTS || !mayPass(error)) {
          if (!isUnclear(error)) line(name, 'failed', wordsOf(error))
          throw error
        }
        if (isUnclear(error)) doubtful.add(name)
        else {
          line(name, 'failed', wordsOf(error))
          await pause(error, signal)
        }
      }
    }
  }
}

/** Begun in an earlier life of this run, and no word about the end. */
export function doubtfulWrites(vault: WritableVault, run: number): Set<string> {
  const open = new Set<string>()
  for (const { write, state } of vault.journal(run)) {
    if (state === 'begun') open.add(write)
    else open.delete(write)
  }
  return open
}

/** Whether the platform took it is not known. */
function isUnclear(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    error instanceof TruncatedBody ||
    error instanceof ServerError ||
    error instanceof InvalidResponse
  )
}

/** Refused for now, and certainly not taken. */
function mayPass(error: unknown): boolean {
  if (isUnclear(error)) return true
  return error instanceof RateLimited && (error.retryAfterMs ?? 0) <= MOST_WAIT_MS
}

async function pause(error: unknown, signal: AbortSignal | undefined): Promise<void> {
  const ms = error instanceof DocvaultError ? (error.retryAfterMs ?? 1000) : 1000
  await delay(ms, undefined, signal ? { signal } : {})
}
