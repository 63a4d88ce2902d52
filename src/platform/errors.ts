/**
 * What can go wrong between docvault and the platform: one class per cause (docs/development/platform.md#errors).
 *
 * Every error names the operation (docs/reference/operations.md) and never carries the token: messages are made from
 * the operation's name, the path and the platform's own words, with anything that looks like a bearer token cut out.
 */
import { DocvaultError, type ErrorDetails } from '../model/errors.ts'
import type { GapClass } from '../model/snapshot.ts'

export interface PlatformErrorDetails extends ErrorDetails {
  operation: string
  status?: number
}

export abstract class PlatformError extends DocvaultError {
  readonly operation: string
  readonly status: number | undefined
  /** How a snapshot classifies a scope that could not be read because of this. */
  abstract readonly gapClass: GapClass

  constructor(code: string, message: string, details: PlatformErrorDetails) {
    super(code, withoutSecrets(`${details.operation}: ${message}`), details)
    this.operation = details.operation
    this.status = details.status
  }
}

/** 401: the token is missing, wrong or revoked. */
export class Unauthorized extends PlatformError {
  readonly gapClass = 'refused'
  constructor(message: string, details: PlatformErrorDetails) {
    super('unauthorized', message, {
      hint: 'check platform.token: the platform does not accept it',
      ...details,
    })
  }
}

/** 403: the token is good, its owner may not do this. */
export class Forbidden extends PlatformError {
  readonly gapClass = 'refused'
  constructor(message: string, details: PlatformErrorDetails) {
    super('forbidden', message, { hint: "give the token's owner access, or leave it as a gap", ...details })
  }
}

/** 404, 405, 410 and 501: no such object, or no such operation on this service. */
export class NotFound extends PlatformError {
  readonly gapClass = 'not-found'
  constructor(message: string, details: PlatformErrorDetails) {
    super('not-found', message, details)
  }
}

/** The service had the operation before, and answers as if it did not. */
export class OperationGone extends PlatformError {
  readonly gapClass: 'not-found' | 'refused'
  constructor(operation: string, gapClass: 'not-found' | 'refused') {
    super('operation-gone', 'the service does not let us use it any more', {
      operation,
      hint: 'if that is right, run once with --allow-shrink',
    })
    this.gapClass = gapClass
  }
}

/** 429, and the wait that is allowed for it is used up or longer than the limit. */
export class RateLimited extends PlatformError {
  readonly gapClass = 'rate-limited'
  constructor(message: string, details: PlatformErrorDetails) {
    super('rate-limited', message, { retry: 'later', ...details })
  }
}

/** 5xx. */
export class ServerError extends PlatformError {
  readonly gapClass = 'unreachable'
  constructor(message: string, details: PlatformErrorDetails) {
    super('server-error', message, { retry: 'later', ...details })
  }
}

/** Any other 4xx: the platform understood and declined. */
export class RequestRejected extends PlatformError {
  readonly gapClass = 'invalid'
  constructor(message: string, details: PlatformErrorDetails) {
    super('request-rejected', message, details)
  }
}

/** No connection, a reset, a timeout. */
export class ConnectionError extends PlatformError {
  readonly gapClass = 'unreachable'
  constructor(message: string, details: PlatformErrorDetails) {
    super('connection', message, {
      hint: 'is platform.url right, and can this machine reach it?',
      retry: 'later',
      ...details,
    })
  }
}

/** The body ended early, or a list ended before the number of items that it announced. */
export class TruncatedBody extends PlatformError {
  readonly gapClass = 'truncated'
  constructor(message: string, details: PlatformErrorDetails) {
    super('truncated', message, { retry: 'later', ...details })
  }
}

/** A body was given all the time that it may take. To begin anew would take as long again. */
export class TakesTooLong extends PlatformError {
  readonly gapClass = 'truncated'
  constructor(message: string, details: PlatformErrorDetails) {
    super('takes-too-long', message, details)
  }
}

/** A success that is not what the API promises: HTML, a redirect, a missing field, a list that never ends. */
export class InvalidResponse extends PlatformError {
  readonly gapClass = 'invalid'
  constructor(message: string, details: PlatformErrorDetails) {
    super('invalid-response', message, details)
  }
}

/** An item of a list that is not what the API promises. */
export interface UnreadableItem {
  /** Null where that is what is wrong with it. */
  id: string | null
  /** In the list, from 1. */
  position: number
  message: string
}

/** Thrown at the end of a list of which every other item was given. */
export class UnreadableItems extends InvalidResponse {
  readonly items: readonly UnreadableItem[]

  constructor(items: readonly UnreadableItem[], details: PlatformErrorDetails) {
    const [first] = items
    super(`item ${first?.position} of the list: ${first?.message}${others(items.length - 1)}`, details)
    this.items = items
  }
}

function others(count: number): string {
  return count > 0 ? `; and ${count} more such items` : ''
}

/** Over a configured size limit. */
export class TooLarge extends PlatformError {
  readonly gapClass = 'too-large'
  constructor(message: string, details: PlatformErrorDetails) {
    super('too-large', message, details)
  }
}

/** A download that leads to a private, loopback or link-local address. */
export class ForbiddenAddress extends PlatformError {
  readonly gapClass = 'refused'
  constructor(message: string, details: PlatformErrorDetails) {
    super('forbidden-address', message, {
      hint: 'if the platform really keeps its files there, set platform.allowPrivateAddresses',
      ...details,
    })
  }
}

function withoutSecrets(text: string): string {
  return text
    .replace(/Bearer\s+\S+/gi, 'Bearer …')
    .replace(/([?&](?:token|signature|sig|key|x-amz-[a-z-]+)=)[^&\s]+/gi, '$1…')
}
