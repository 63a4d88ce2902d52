/** What a runner tells while it goes: for logs, metrics and notifications. Texts are redacted. */
import type { RunRecord } from './history.ts'

export type RunEvent =
  | { type: 'begin'; run: string; job: string; organization: string | null }
  | { type: 'progress'; run: string; event: object }
  | { type: 'part-failed'; run: string; part: string; message: string; again: boolean }
  | { type: 'again'; run: string; job: string; message: string; delayMs: number; attempt: number }
  | { type: 'end'; record: RunRecord; hint: string | undefined }
  | { type: 'queue-error'; message: string }
