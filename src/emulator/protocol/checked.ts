/**
 * Unknown input against a schema.
 */
import { z } from 'zod'
import { badRequest } from './api-error.ts'
import type { Call } from './call.ts'

/** 400 that names everything wrong. */
export function checked<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (!result.success) throw badRequest(z.prettifyError(result.error))
  return result.data
}

/** The body of a request; an empty one counts as `{}`, so that it passes where every field is optional. */
export async function bodyOf<T>(call: Call, schema: z.ZodType<T>): Promise<T> {
  return checked(schema, (await call.body()) ?? {})
}
