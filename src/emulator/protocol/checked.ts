/**
 * Unknown input against a schema.
 */
import { z } from 'zod'
import { badRequest } from './api-error.ts'

/** 400 that names everything wrong. */
export function checked<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (!result.success) throw badRequest(z.prettifyError(result.error))
  return result.data
}
