/**
 * What each attempt to write to a target came to, kept beside its standing: lines of JSON, a file a year, never tidied away. An
 * attempt that tells nothing new is left out, but for the first of a day. A line that was cut off with its process is passed over,
 * and counted.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { canonicalJson } from '../model/digest.ts'
import { replicaFolder } from './keys/keyring.ts'

const attemptSchema = z.object({
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
  target: z.string(),
  /** The newest sealed snapshot that the target had, by organization; null: not everything was sent. */
  newest: z.record(z.string(), z.int()).nullable(),
  lock: z.object({ until: z.iso.datetime().nullable(), fault: z.string().nullable() }).nullable(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type ReplicaAttempt = z.infer<typeof attemptSchema>

export interface KnownAttempts {
  /** Of every target, oldest first. */
  attempts: ReplicaAttempt[]
  /** Lines that cannot be read. */
  unreadable: number
}

const NAME = /^attempts-\d{4}\.ndjson$/
/** Longer than any line. */
const TAIL_BYTES = 64 * 1024

/** `folder`: of the target. Durable on return. */
export function recordAttempt(folder: string, attempt: ReplicaAttempt): void {
  const file = join(folder, `attempts-${attempt.at.slice(0, 4)}.ndjson`)
  const last = existsSync(file) ? lastLine(file) : ''
  const before = parse(last)
  if (before !== null && before.at.slice(0, 10) === attempt.at.slice(0, 10) && isSame(before, attempt)) return
  // A line that was cut off must not take this one with it.
  const gap = last === '' || last.endsWith('\n') ? '' : '\n'
  appendFileSync(file, `${gap}${JSON.stringify(attempt)}\n`, { flush: true })
}

/** `end`: in milliseconds since the epoch; those from then on are left out. */
export function readAttempts(vaultPath: string, end: number): KnownAttempts {
  const targets = join(replicaFolder(vaultPath), 'targets')
  const files = (existsSync(targets) ? readdirSync(targets) : []).sort().flatMap(name =>
    readdirSync(join(targets, name))
      .filter(file => NAME.test(file))
      .sort()
      .map(file => join(targets, name, file)),
  )
  const lines = files.flatMap(file => readFileSync(file, 'utf8').split('\n')).filter(line => line !== '')
  const all = lines.flatMap(line => parse(line) ?? [])
  const attempts = all.filter(({ at }) => Date.parse(at) < end)
  attempts.sort((a, b) => a.at.localeCompare(b.at) || a.target.localeCompare(b.target))
  return { attempts, unreadable: lines.length - all.length }
}

function isSame({ at: _, ...before }: ReplicaAttempt, { at: __, ...attempt }: ReplicaAttempt): boolean {
  return canonicalJson(before) === canonicalJson(attempt)
}

function parse(line: string): ReplicaAttempt | null {
  try {
    return attemptSchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** With its end, where it has one. */
function lastLine(file: string): string {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES))
    readSync(handle, bytes, 0, bytes.length, size - bytes.length)
    const text = bytes.toString()
    return text.slice(text.lastIndexOf('\n', text.length - 2) + 1)
  } finally {
    closeSync(handle)
  }
}
