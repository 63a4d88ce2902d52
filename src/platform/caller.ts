/**
 * What the modules of typed operations are written against: the wrapped round trip, in the few forms they need.
 */
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { assertEchoes, assertItemEchoes } from './echo.ts'
import { InvalidResponse, NotFound } from './errors.ts'
import { type ListSource, paginate } from './pagination.ts'
import { assertSuccess, expectShape, parseJson, withoutByteOrderMark } from './parse.ts'
import type { Attempt } from './retry.ts'
import type { Hold } from './room.ts'
import type { Answer, Call } from './round-trip.ts'

/** A read: GET of the path, with the operation's name first. */
type Read = [operation: string, path: readonly string[], query?: Call['query'], hold?: Hold | undefined]

/** Any other method; the body goes as JSON. */
export type Write = [
  operation: string,
  method: Exclude<Call['method'], 'GET'>,
  path: readonly string[],
  body?: object,
  query?: Call['query'],
]

export interface Caller {
  get<S extends z.ZodType>(read: Read, schema: S): Promise<z.infer<S>>
  /** As `get`, of an answer nested as deep as it likes; what the schema leaves `unknown` is looked at with that in mind. */
  getDeep<S extends z.ZodType>(read: Read, schema: S): Promise<z.infer<S>>
  /** Null for 404. */
  find<S extends z.ZodType>(read: Read, schema: S): Promise<z.infer<S> | null>
  /** The answer's bytes as they came, known to have the shape. */
  bytes<S extends z.ZodType>(read: Read, schema: S): Promise<Buffer>
  /** `idOf` null: the items have no id, so none is taken for a repetition of another. */
  list<S extends z.ZodType>(
    read: Read,
    schema: S,
    idOf: ((item: z.infer<S>) => string) | null,
  ): AsyncGenerator<z.infer<S>>
  /** A write that answers what it made or changed: 200 or 201. */
  send<S extends z.ZodType>(write: Write, schema: S): Promise<z.infer<S>>
  /** A write to what is there. It answers how that is now, or nothing: undefined for 204 and 205. */
  change<S extends z.ZodType>(write: Write, schema: S): Promise<z.infer<S> | undefined>
  /** As `send`, for what makes something new each time: never repeated, whatever its method. */
  make<S extends z.ZodType>(write: Write, schema: S): Promise<z.infer<S>>
  /** As `send`, and whether the thing was made (201) or was there already (200). */
  put<S extends z.ZodType>(write: Write, schema: S): Promise<{ created: boolean; value: z.infer<S> }>
  /** A write without an answer: 204 or 205, neither of them a proof (docs/development/platform.md#deletes). */
  run(write: Write): Promise<void>
}

/** `attempt` answers with 2xx or throws, and its body parses as JSON (see `parsed`). */
export function makeCaller(attempt: Attempt<Parsed>, signal?: AbortSignal): Caller {
  const source: ListSource = {
    get: async (call, schema) => {
      const value = expectShape((await attempt(call, signal)).value, schema, call)
      assertEchoes(value, call)
      return value
    },
    check: (value, schema, call) => {
      const item = expectShape(value, schema, call)
      assertItemEchoes(item, call)
      return item
    },
  }
  const put: Caller['put'] = async (write, schema) => {
    const call = writeOf(write)
    const { status, value } = await attempt(call, signal)
    return { created: status === 201, value: expectShape(value, schema, call) }
  }
  return {
    get: (read, schema) => source.get(callOf(read), schema),
    getDeep: (read, schema) => source.get({ ...callOf(read), deep: true }, schema),
    find: (read, schema) => source.get(callOf(read), schema).catch(nullIfNotFound),
    list: (read, schema, idOf) => paginate(source, callOf(read), schema, idOf),
    bytes: async (read, schema) => {
      const call = callOf(read)
      const { value, bytes } = await attempt(call, signal)
      assertEchoes(expectShape(value, schema, call), call)
      return bytes
    },
    put,
    send: async (write, schema) => (await put(write, schema)).value,
    change: async (write, schema) => (await put(write, schema.optional())).value,
    make: (write, schema) => source.get({ ...writeOf(write), once: true }, schema),
    run: async write => assertNoBody((await attempt(writeOf(write), signal)).status, write[0]),
  }
}

export interface Parsed {
  status: number
  /** Undefined when the answer has no body, as with 204 and 205. */
  value: unknown
  bytes: Buffer
}

/**
 * Parsing stands inside the retry: a cut body is worth another attempt. Room for a large body is given back after it,
 * or goes over to the call's hold.
 */
export function parsed(next: Attempt<Answer>, now: () => number): Attempt<Parsed> {
  return async (call, signal) => {
    call.hold?.leave()
    const answer = await next(call, signal)
    let { release } = answer
    // The request that may leave now that this one is answered leaves before the answer is parsed.
    await setImmediate()
    try {
      const value = parsedAnswer(assertSuccess(answer, call, now()), call)
      if (release && call.hold) {
        call.hold.keep(release)
        release = undefined
      }
      return value
    } finally {
      release?.()
    }
  }
}

function parsedAnswer(answer: Answer, call: Call): Parsed {
  const { status } = answer
  const body = withoutByteOrderMark(answer.body)
  const value = isBodiless(status) ? undefined : parseJson({ ...answer, body }, call)
  return { status, value, bytes: body }
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 205
}

/** A page of some proxy that answers 200 to everything must not pass for a deletion. */
function assertNoBody(status: number, operation: string): void {
  if (isBodiless(status)) return
  throw new InvalidResponse(`answered ${status} instead of 204 or 205`, { operation, status })
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof NotFound) return null
  throw error
}

function callOf([operation, path, query, hold]: Read): Call {
  return { operation, method: 'GET', path, ...(query ? { query } : {}), ...(hold ? { hold } : {}) }
}

function writeOf([operation, method, path, body, query]: Write): Call {
  return { operation, method, path, ...(body ? { body } : {}), ...(query ? { query } : {}) }
}
