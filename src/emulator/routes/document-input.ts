/**
 * Documents that clients send: any node is kept, as long as it is a document at all and not absurdly deep.
 */
import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../state/json-object.ts'

const MAX_DEPTH = 200

export const documentSchema: z.ZodType<JsonObject> = z
  .looseObject({ object: z.literal('document'), nodes: z.array(z.looseObject({ object: z.string() })) })
  .refine(document => isWithin(document, MAX_DEPTH), `document is nested deeper than ${MAX_DEPTH}`)

function isWithin(value: unknown, depth: number): boolean {
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every(item => isWithin(item, depth - 1))
  return !isJsonObject(value) || Object.values(value).every(item => isWithin(item, depth - 1))
}
