/**
 * How a target stood when it was last written to: for whoever looks often and must not ask the target each time. One small file
 * beside what was sent there, written at the end of each attempt. What the target has lost since, only a run or a check sees.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { digestOf } from '../model/digest.ts'
import { writeDurably } from '../model/durable-file.ts'
import { DocvaultError, UsageError } from '../model/errors.ts'
import { recordAttempt } from './attempts.ts'
import { replicaFolder } from './keys/keyring.ts'
import { targetNameOf } from './target-name.ts'

const standingSchema = z.object({
  /** The last run that sent everything, also where nothing was new; null: there was none. */
  whole: z
    .object({
      /** The newest run that the target had then. */
      run: z.int(),
      /** When it ended. ISO 8601, UTC. */
      at: z.iso.datetime(),
      /** The newest sealed snapshot that it has, by organization. */
      newest: z.record(z.string(), z.int()),
      /** Null: nothing is to be locked there. */
      lock: z
        .object({
          /** When the first lock of what that run needs ends. ISO 8601, UTC; null: nothing is locked. */
          until: z.iso.datetime().nullable(),
          /** What is wrong with the locks, as a sentence. */
          fault: z.string().nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** Why the last attempt did not send everything; null: it did. */
  failure: z.object({ at: z.iso.datetime(), code: z.string(), message: z.string() }).nullable(),
  /** What the last attempt knew it had still to send when it ended. */
  pendingBytes: z.int().nonnegative(),
})
export type Standing = z.infer<typeof standingSchema>

/** Of a target as it is configured. Null also for what is no target: the run that should send there says so. */
export function standingOf(vaultPath: string, configured: string): Standing | null {
  try {
    return readStanding(vaultPath, targetNameOf(configured).name)
  } catch (error) {
    if (error instanceof UsageError) return null
    throw error
  }
}

/** `target`: name of the store. What is known here of one target of a vault. */
export function targetFolder(vaultPath: string, target: string): string {
  return join(replicaFolder(vaultPath), 'targets', digestOf(target).slice(0, 16))
}

/** Null: nothing was sent there, or what was noted of it is lost. */
function readStanding(vaultPath: string, target: string): Standing | null {
  const file = fileOf(vaultPath, target)
  if (!existsSync(file)) return null
  try {
    return standingSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** `at`: of the attempt, in milliseconds since the epoch. */
export function writeStanding(vaultPath: string, target: string, standing: Standing, at: number): void {
  writeDurably(fileOf(vaultPath, target), `${JSON.stringify(standing)}\n`)
  const { whole, failure } = standing
  recordAttempt(targetFolder(vaultPath, target), {
    at: new Date(at).toISOString(),
    target,
    newest: failure === null ? (whole?.newest ?? null) : null,
    lock: failure === null ? (whole?.lock ?? null) : null,
    failure: failure && { code: failure.code, message: failure.message },
  })
}

/** The same replica as before, and why no more than that. `at`: milliseconds since the epoch. */
export function writeFailure(
  vaultPath: string,
  target: string,
  { error, at, pendingBytes }: { error: unknown; at: number; pendingBytes: number },
): void {
  // What was never begun has no folder, and is told by the run itself.
  if (!existsSync(targetFolder(vaultPath, target))) return
  const code = error instanceof DocvaultError ? error.code : 'error'
  const message = error instanceof Error ? error.message : String(error)
  const whole = readStanding(vaultPath, target)?.whole ?? null
  const failure = { at: new Date(at).toISOString(), code, message }
  writeStanding(vaultPath, target, { whole, failure, pendingBytes }, at)
}

function fileOf(vaultPath: string, target: string): string {
  return join(targetFolder(vaultPath, target), 'standing.json')
}
