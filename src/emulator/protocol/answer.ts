/**
 * What an operation answers, before it becomes bytes: faults still have to see lists as lists.
 */
import { ApiError } from './api-error.ts'

/** One page of a list. `cursorAt` makes the cursor of any other offset. */
export interface ListPage {
  items: unknown[]
  /** Of the whole list. */
  total: number
  offset: number
  limit: number
  /** Set when this very page was already delivered by a `duplicate-page` fault. */
  repeated: boolean
  /** Offset of the following page; null on the last one. */
  nextOffset: number | null
  /** Fields of the envelope that only some lists have. */
  extra?: Record<string, unknown>
  cursorAt(offset: number, repeated?: boolean): string
}

/** At most one of `value`, `bytes` and `list`; none of them = no body. */
export interface Answer {
  status: number
  value?: unknown
  list?: ListPage
  bytes?: Uint8Array
  /** Of `bytes`; JSON when absent. */
  contentType?: string
  headers?: Record<string, string>
}

/** As it goes onto the wire. */
export interface EncodedAnswer {
  status: number
  headers: Record<string, string>
  /** Empty where there is none. */
  body: Uint8Array
}

export function ok(value: unknown): Answer {
  return { status: 200, value }
}

export function okBytes(bytes: Uint8Array): Answer {
  return { status: 200, bytes }
}

/** 201; `location` is the URL of what was made, for the operations that declare the header. */
export function created(value: unknown, location?: string): Answer {
  return { status: 201, value, ...(location === undefined ? {} : { headers: { location } }) }
}

/** Of deletes: 205 when something was deleted, 204 when there was nothing. */
export function deleted(existed: boolean): Answer {
  return { status: existed ? 205 : 204 }
}

export function noContent(): Answer {
  return { status: 204 }
}

export function errorAnswer(status: number, message: string): Answer {
  return { status, value: { error: { code: status, message } } }
}

export function answerOfError(error: unknown): Answer {
  if (error instanceof ApiError) return errorAnswer(error.status, error.message)
  return errorAnswer(500, error instanceof Error ? `emulator defect: ${error.stack}` : String(error))
}
