/**
 * Lets whatever else waits for the event loop have its turn, now and then, in work whose steps would otherwise follow
 * each other without an end: a daemon that does such work still answers, and renews its locks.
 */
import { setImmediate } from 'node:timers/promises'

/** Work between two turns of others. */
const SLICE_MS = 10
/** Microtasks until whoever was let on has done its step, through a few functions that wait for each other. */
const TICKS = 5

/** Of all who work on this event loop: each with a slice of its own, they would all have one in the same turn. */
let end = 0
const waiting: (() => void)[] = []
let isLettingOn = false
const AT_ONCE = Promise.resolve()

/**
 * To be awaited between steps: at once, or after the others where the time of the slice is over. Of many who wait, one is
 * let on after the other, as long as there is time.
 */
export function giveWay(): Promise<void> {
  if (!isLettingOn && performance.now() < end) return AT_ONCE
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (!isLettingOn) void letOn()
  return promise
}

async function letOn(): Promise<void> {
  isLettingOn = true
  while (waiting.length > 0) {
    await setImmediate()
    end = performance.now() + SLICE_MS
    while (performance.now() < end) {
      const next = waiting.shift()
      if (next === undefined) break
      next()
      for (let tick = 0; tick < TICKS; tick++) await null
    }
  }
  isLettingOn = false
}
