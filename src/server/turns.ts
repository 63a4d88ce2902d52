/** Work of which only some is done at once: the rest waits, and whoever ends hands its turn on. */
import { DocvaultError } from '../model/errors.ts'

export interface TurnLimits {
  atOnce: number
  /** More than that are refused. */
  waiting: number
}

/** Throws DocvaultError `busy`, and what the signal was aborted with: who does not wait any more gives up the place. */
export type InTurn = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

export function makeTurns(limits: TurnLimits): InTurn {
  let running = 0
  const waiting = new Set<() => void>()
  const wait = (signal: AbortSignal) => {
    if (waiting.size >= limits.waiting)
      throw new DocvaultError('busy', 'too many others wait already', {
        hint: 'try again later',
        retry: 'later',
      })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      waiting.delete(resolve)
      reject(signal.reason)
    }
    waiting.add(resolve)
    signal.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', leave))
  }
  return async (work, signal) => {
    signal.throwIfAborted()
    if (running < limits.atOnce) running++
    else await wait(signal)
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next === undefined) running--
      else {
        waiting.delete(next)
        next()
      }
    }
  }
}
