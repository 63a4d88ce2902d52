/** What every refused or failed request is answered with: the one place where errors become status codes. */
import { ZodError, z } from 'zod'
import { DocvaultError } from '../model/errors.ts'
import { NothingThere, RoleMissing } from './people/identity.ts'

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

type Status = 400 | 403 | 404 | 409 | 410 | 500 | 503

/** By what the error calls itself: it may have come from another process. */
const OF_CODE: Readonly<Record<string, Status>> = {
  usage: 400,
  'vault-missing': 404,
  'snapshot-pruned': 410,
  'approval-needed': 409,
  'approval-refused': 409,
}

function statusOf(error: unknown): Status {
  if (error instanceof RoleMissing) return 403
  if (error instanceof NothingThere) return 404
  if (error instanceof ZodError) return 400
  if (!(error instanceof DocvaultError)) return 500
  return OF_CODE[error.code] ?? (error.retry === 'later' ? 503 : 500)
}

function messageOf(error: unknown): string {
  if (error instanceof ZodError) return error.issues.map(issue => issue.message).join('; ')
  return error instanceof Error ? error.message : String(error)
}
