/**
 * Takes the token out of everything that leaves the client as an error: a platform, or a proxy before it, may repeat
 * what it was sent, and what is in an error is sealed into snapshots, logged and printed.
 */
import type { Redact } from '../model/redact.ts'
import type { Caller } from './caller.ts'
import type { Downloader } from './download.ts'
import type { RoundTrip } from './round-trip.ts'

const MOST_CAUSES = 8

/** Before anything is quoted from it, and cut: half a token would not be found again. */
export function withoutSecretsInRefusals(next: RoundTrip, redact: Redact): RoundTrip {
  return async (call, signal) => {
    const answer = await next(call, signal)
    if (answer.status < 300) return answer
    return { ...answer, body: Buffer.from(redact(answer.body.toString())) }
  }
}

export function redactedCaller(caller: Caller, redact: Redact): Caller {
  const clean = <T>(work: Promise<T>) => work.catch(error => Promise.reject(redactedError(error, redact)))
  return {
    get: (read, schema) => clean(caller.get(read, schema)),
    getDeep: (read, schema) => clean(caller.getDeep(read, schema)),
    find: (read, schema) => clean(caller.find(read, schema)),
    bytes: (read, schema) => clean(caller.bytes(read, schema)),
    list: (read, schema, idOf) => redactedItems(caller.list(read, schema, idOf), redact),
    send: (write, schema) => clean(caller.send(write, schema)),
    change: (write, schema) => clean(caller.change(write, schema)),
    make: (write, schema) => clean(caller.make(write, schema)),
    put: (write, schema) => clean(caller.put(write, schema)),
    run: write => clean(caller.run(write)),
  }
}

export function redactedDownloads(downloads: Downloader, redact: Redact): Downloader {
  return {
    close: () => downloads.close(),
    async open(url) {
      try {
        const download = await downloads.open(url)
        return { ...download, body: redactedItems(download.body, redact) }
      } catch (error) {
        throw redactedError(error, redact)
      }
    },
  }
}

async function* redactedItems<T>(items: AsyncIterable<T>, redact: Redact): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw redactedError(error, redact)
  }
}

/** The same error, so that its class and stack stay: every text in it, and in its causes, without secrets. */
function redactedError(error: unknown, redact: Redact): unknown {
  let cause: unknown = error
  for (let depth = 0; depth < MOST_CAUSES && cause instanceof Error; depth++) {
    for (const key of new Set(['message', 'stack', ...Object.keys(cause)])) {
      const text: unknown = Reflect.get(cause, key)
      if (typeof text === 'string') Reflect.set(cause, key, redact(text))
    }
    cause = cause.cause
  }
  return error
}
