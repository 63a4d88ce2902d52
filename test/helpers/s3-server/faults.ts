/** What goes wrong between a client and its store, request by request. */
import type { ErrorCode } from './errors.ts'
import type { OperationName } from './operations.ts'

export interface SeenRequest {
  /** From 1, over the life of the server. */
  number: number
  operation: OperationName | null
  method: string
  bucketName: string
  key: string
  /** Of the body, once it was read. */
  bytes: number
}

export type Fault =
  /** An answer of the store, and nothing is done. */
  | { kind: 'error'; code: ErrorCode }
  /** The connection ends before anything is done, or when all is done, without an answer. */
  | { kind: 'reset'; when: 'before' | 'after' }
  /** Whoever asks is killed before anything is done, or when all is done and nothing was answered. */
  | { kind: 'kill'; when: 'before' | 'after'; kill: () => void }
  /** The answer's body ends early, though its length was announced. */
  | { kind: 'cut'; bytes: number }
  /** No answer ever. */
  | { kind: 'silence' }

/** Called once for each request, before it is done. */
export type Faults = (request: SeenRequest) => Fault | null

/** The store is gone from request `number` on: before it is done, or when it is done and not yet answered. */
export function killAt(number: number, when: 'before' | 'after'): Faults {
  return request => {
    if (request.number < number) return null
    return { kind: 'reset', when: request.number === number ? when : 'before' }
  }
}
