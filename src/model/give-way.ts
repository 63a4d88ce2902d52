/**
 * Lets whatever else waits for the event loop have its turn, now and then, in work whose steps would otherwise follow
 * each other without an end: a daemon that does such work still answers, and renews its locks.
 */
import { setImmediate } from 'node:timers/promises'

/** Work between two turns of others. */
const SLICE_MS = 20

/**
 * To be awaited between steps: at once, or after the others where the time of a slice is over. Whoever shares it waits for
 * the same turn: each with one of its own, they would all have a slice in the same one.
 */
export function makeGiveWay(): () => Promise<void> {
  let end = performance.now() + SLICE_MS
  let turn: Promise<void> | null = null
  return async () => {
    if (turn === null && performance.now() < end) return
    turn ??= setImmediate().then(() => {
      turn = null
      end = performance.now() + SLICE_MS
    })
    await turn
  }
}
