/** Errors as plain data, where they leave the process that met them. What its class said, its code says. */
import { damageError, diskError } from './disk-errors.ts'
import { DocvaultError, type Retry } from './errors.ts'

export interface PlainError {
  /** `internal`: a bug. */
  code: string
  message: string
  retry: Retry
  hint?: string
  retryAfterMs?: number
  /** Of a bug. */
  stack?: string
}

export function plainError(thrown: unknown): PlainError {
  const error = diskError(thrown) ?? damageError(thrown) ?? thrown
  if (error instanceof DocvaultError) {
    const { code, message, retry, hint, retryAfterMs } = error
    return {
      ...{ code, message, retry },
      ...(hint === undefined ? {} : { hint }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }
  }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  return { code: 'internal', message, retry: 'never', ...(stack === undefined ? {} : { stack }) }
}

export function thrownError({ code, message, stack, ...details }: PlainError): Error {
  if (code !== 'internal') return new DocvaultError(code, message, details)
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return error
}
