/**
 * Room for large answers: how many of their bytes may be held at a time, over all requests of the connections. First
 * come, first served. Whoever has room needs no more of it to go on, so nobody waits for ever.
 */

/** Answers up to this size need no room. */
export const SMALL_BYTES = 1024 * 1024

export type Release = () => void

export interface Room {
  /** One larger than the whole room takes all of it. Throws the signal's reason. */
  take(sizeBytes: number, signal?: AbortSignal): Promise<Release>
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
