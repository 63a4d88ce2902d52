/** What every refused or failed request is answered with: the one place where errors become status codes. */
import { ZodError, z } from 'zod'
import { DocvaultError, SnapshotPruned, UsageError, VaultMissing } from '../model/errors.ts'
import { RoleMissing } from './auth.ts'

export const errorSchema = z.object({
  /** Stable. */
  error: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  /** Id of the request, where the log says more. */
  request: z.string().optional(),
})
export type ErrorAnswer = z.infer<typeof errorSchema>

export function errorAnswerOf(error: unknown, request: string): { status: Status; answer: ErrorAnswer } {
  const status = statusOf(error)
  if (status === 500) return { status, answer: { error: 'internal', message: 'see the log', request } }
  const known = error instanceof DocvaultError ? error : null
  return { status, answer: { error: known?.code ?? 'usage', message: messageOf(error), hint: known?.hint } }
}

type Status = 400 | 403 | 404 | 410 | 500 | 503

function statusOf(error: unknown): Status {
  if (error instanceof RoleMissing) return 403
  if (error instanceof UsageError || error instanceof ZodError) return 400
  if (error instanceof VaultMissing) return 404
  if (error instanceof SnapshotPruned) return 410
  if (error instanceof DocvaultError && error.retry === 'later') return 503
  return 500
}

function messageOf(error: unknown): string {
  if (error instanceof ZodError) return error.issues.map(issue => issue.message).join('; ')
  return error instanceof Error ? error.message : String(error)
}
