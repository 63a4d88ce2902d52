/**
 * Room for large answers: how many of their bytes may be held at a time, over all requests of the connections. First
 * come, first served.
 *
 * Nobody waits for ever, because whoever has room needs nothing that those who wait for it may have: neither more room
 * nor a place among the requests in flight. It is given back by the one who receives, when the bytes are parsed or the
 * attempt fails; or, with a `Hold`, by the one who reads, who first stores what was read and asks the platform for
 * nothing meanwhile. A reader that does ask again with the same hold gives back what it held before.
 */

/** Answers up to this size need no room. */
export const SMALL_BYTES = 1024 * 1024

export type Release = () => void

export interface Room {
  /** One larger than the whole room takes all of it. Throws the signal's reason. */
  take(sizeBytes: number, signal?: AbortSignal): Promise<Release>
}

/** Of one reader, who reads one thing after another: keeps the room of the last large answer until it is left. */
export interface Hold {
  /** Whether there is room to be given back. */
  readonly isKept: boolean
  keep(release: Release): void
  /** Harmless where nothing is kept. */
  leave(): void
}

export function makeHold(): Hold {
  let kept: Release | null = null
  const leave = () => {
    kept?.()
    kept = null
  }
  return {
    get isKept() {
      return kept !== null
    },
    keep(release) {
      leave()
      kept = release
    },
    leave,
  }
}

interface Waiting {
  sizeBytes: number
  admit: (release: Release) => void
}

export function makeRoom(totalBytes: number): Room {
  const queue: Waiting[] = []
  let freeBytes = totalBytes
  const leave = (sizeBytes: number): Release => {
    let left = false
    return () => {
      if (left) return
      left = true
      freeBytes += sizeBytes
      pump()
    }
  }
  const pump = () => {
    for (let first = queue[0]; first && first.sizeBytes <= freeBytes; first = queue[0]) {
      queue.shift()
      freeBytes -= first.sizeBytes
      first.admit(leave(first.sizeBytes))
    }
  }
  return {
    async take(sizeBytes, signal) {
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Release>()
      const waiting = { sizeBytes: Math.min(sizeBytes, totalBytes), admit: resolve }
      const withdraw = () => {
        const place = queue.indexOf(waiting)
        if (place < 0) return
        queue.splice(place, 1)
        reject(signal?.reason)
        pump()
      }
      signal?.addEventListener('abort', withdraw)
      queue.push(waiting)
      pump()
      return promise.finally(() => signal?.removeEventListener('abort', withdraw))
    },
  }
}
