/**
 * Lists with opaque cursors. A cursor is an offset, bound to its operation: like the real lists it gives no
 * snapshot, so items that come or go between two pages shift what follows. Every cursor has characters that a query
 * has to encode, so that clients that forget it are noticed.
 */
import { z } from 'zod'
import type { Answer } from './answer.ts'
import { badRequest } from './api-error.ts'
import type { Call } from './call.ts'

const MAX_LIMIT = 1000
const DEFAULT_LIMIT = 50

/** The part of `all` that the request asks for. Only the items of that part are presented. */
export function listAnswer<T>(call: Call, all: readonly T[], present: (item: T) => unknown): Answer {
  return partAnswer(call, all, present, parseLimit(call))
}

/** Of a list that takes no limit: all of it at once. */
export function wholeListAnswer<T>(call: Call, all: readonly T[], present: (item: T) => unknown): Answer {
  return partAnswer(call, all, present, all.length)
}

function partAnswer<T>(call: Call, all: readonly T[], present: (item: T) => unknown, limit: number): Answer {
  const { offset, repeated } = parseCursor(call)
  const end = offset + limit
  return {
    status: 200,
    list: {
      items: all.slice(offset, end).map(present),
      total: all.length,
      offset,
      limit,
      repeated,
      nextOffset: end < all.length ? end : null,
      cursorAt: (at, again = false) => makeCursor(call.operation, at, again),
    },
  }
}

function parseLimit(call: Call): number {
  const text = call.query.get('limit')
  if (text === null || text === '') return DEFAULT_LIMIT
  const limit = Number(text)
  if (!Number.isInteger(limit) || limit < 0 || limit > MAX_LIMIT) {
    throw badRequest(`limit must be an integer from 0 to ${MAX_LIMIT}, not ${text}`)
  }
  return limit
}

const cursorSchema = z.tuple([z.string(), z.int().min(0), z.boolean()])

/** In Base64: `+//+`. */
const MARK = Buffer.from([0xfb, 0xff, 0xfe])

function makeCursor(operation: string, offset: number, repeated: boolean): string {
  return Buffer.concat([MARK, Buffer.from(JSON.stringify([operation, offset, repeated]))]).toString('base64')
}

function parseCursor(call: Call): { offset: number; repeated: boolean } {
  const text = call.query.get('page')
  if (text === null || text === '') return { offset: 0, repeated: false }
  const parsed = cursorSchema.safeParse(decodeCursor(text))
  if (!parsed.success || parsed.data[0] !== call.operation)
    throw badRequest('page is not a cursor of this list')
  return { offset: parsed.data[1], repeated: parsed.data[2] }
}

function decodeCursor(text: string): unknown {
  const bytes = Buffer.from(text, 'base64')
  if (!bytes.subarray(0, MARK.length).equals(MARK)) return null
  try {
    return JSON.parse(bytes.subarray(MARK.length).toString())
  } catch {
    return null
  }
}
