/**
 * Lets whatever else waits for the event loop have its turn, now and then, in work whose steps would otherwise follow
 * each other without an end: a daemon that does such work still answers, and renews its locks.
 */
import { setImmediate } from 'node:timers/promises'

/** Work between two turns of others. */
const SLICE_MS = 20

/** Of all who work on this event loop: each with a slice of its own, they would all have one in the same turn. */
let end = 0
let turn: Promise<void> | null = null

/** To be awaited between steps: at once, or after the others where the time of the slice is over. */
export async function giveWay(): Promise<void> {
  if (turn === null && performance.now() < end) return
  turn ??= setImmediate().then(() => {
    turn = null
    end = performance.now() + SLICE_MS
  })
  await turn
}
