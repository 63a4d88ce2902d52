/**
 * What the modules of typed operations are written against: the wrapped round trip, in the few forms they need.
 */
import type { z } from 'zod'
import { InvalidResponse, NotFound } from './errors.ts'
import { type ListSource, paginate } from './pagination.ts'
import { assertSuccess, expectShape, parseJson } from './parse.ts'
import type { Attempt } from './retry.ts'
import type { Answer, Call } from './round-trip.ts'

/** A read: GET of the path, with the operation's name first. */
export type Read = [operation: string, path: readonly string[], query?: Call['query']]

export interface Caller {
  get<S extends z.ZodType>(read: Read, schema: S): Promise<z.infer<S>>
  /** Null for 404. */
  find<S extends z.ZodType>(read: Read, schema: S): Promise<z.infer<S> | null>
  /** The answer's bytes as they came, known to be a JSON object. */
  bytes(read: Read): Promise<Buffer>
  list<S extends z.ZodType>(
    read: Read,
    schema: S,
    idOf: (item: z.infer<S>) => string,
  ): AsyncGenerator<z.infer<S>>
}

/** `attempt` answers with 2xx or throws, and its body parses as JSON (see `parsed`). */
export function makeCaller(attempt: Attempt<Parsed>, signal?: AbortSignal): Caller {
  const source: ListSource = {
    get: async (call, schema) => expectShape((await attempt(call, signal)).value, schema, call),
    check: (value, schema, call) => expectShape(value, schema, call),
  }
  return {
    get: (read, schema) => source.get(callOf(read), schema),
    find: (read, schema) => source.get(callOf(read), schema).catch(nullIfNotFound),
    list: (read, schema, idOf) => paginate(source, callOf(read), schema, idOf),
    bytes: async read => {
      const { value, bytes } = await attempt(callOf(read), signal)
      if (typeof value === 'object' && value !== null) return bytes
      throw new InvalidResponse('answered something that is no JSON object', { operation: read[0] })
    },
  }
}

export interface Parsed {
  value: unknown
  bytes: Buffer
}

/** Parsing stands inside the retry: a cut body is worth another attempt. */
export function parsed(next: Attempt<Answer>, now: () => number): Attempt<Parsed> {
  return async (call, signal) => {
    const answer = assertSuccess(await next(call, signal), call, now())
    return { value: parseJson(answer, call), bytes: answer.body }
  }
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof NotFound) return null
  throw error
}

function callOf([operation, path, query]: Read): Call {
  return { operation, method: 'GET', path, ...(query ? { query } : {}) }
}
