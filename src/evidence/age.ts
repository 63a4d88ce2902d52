/** How old the newest state was that could have been put back, at every moment of a period. */
import type { EvidencePeriod } from './period.ts'

/** A state, and from when it could be put back. Milliseconds since the epoch. */
export interface RecoveryPoint {
  available: number
  state: number
}

export interface Ages {
  /** From the first moment of the period at which there was a state. ISO 8601, UTC. */
  known_from: string
  known_ms: number
  /** Of the period, before that. */
  unknown_ms: number
  largest_age_ms: number
  largest_age_at: string
  age_at_end_ms: number
  /** Null: there is no target. Of the known time. */
  target: {
    target_ms: number
    within_ms: number
    beyond_ms: number
    /** Hundredths of a percent are cut off, never rounded up. */
    within_percent: number
    /** When the newest state was older than the target; the first ones. */
    beyond: { from: string; to: string }[]
    beyond_times: number
  } | null
}

const MOST_TIMES = 100

/** Null: in the whole period there was none that is known. */
export function agesOf(
  points: readonly RecoveryPoint[],
  { from, to }: EvidencePeriod,
  target: number | null,
): Ages | null {
  const steps = stepsOf(points, { from, to })
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined) return null
  const oldest = steps.reduce((a, b) => (b.end - b.state > a.end - a.state ? b : a))
  const known = to - first.start
  return {
    known_from: iso(first.start),
    known_ms: known,
    unknown_ms: first.start - from,
    largest_age_ms: oldest.end - oldest.state,
    largest_age_at: iso(oldest.end),
    age_at_end_ms: last.end - last.state,
    target: target === null ? null : heldAgainst(steps, target, known),
  }
}

/** From `start` to `end` the newest state was that of `state`. */
interface Step {
  start: number
  end: number
  state: number
}

function stepsOf(points: readonly RecoveryPoint[], { from, to }: EvidencePeriod): Step[] {
  const steps: Step[] = []
  let newest = Number.NEGATIVE_INFINITY
  for (const { available, state } of points.toSorted((a, b) => a.available - b.available)) {
    if (available >= to) break
    if (state <= newest) continue
    newest = state
    const start = Math.max(available, from)
    const before = steps.at(-1)
    if (before !== undefined) before.end = start
    steps.push({ start, end: to, state })
  }
  return steps.filter(({ start, end }) => end > start)
}

function heldAgainst(steps: readonly Step[], target: number, known: number): Ages['target'] {
  const times: { from: number; to: number }[] = []
  for (const { start, end, state } of steps) {
    const late = Math.max(start, state + target)
    if (late >= end) continue
    const before = times.at(-1)
    if (before?.to === late) before.to = end
    else times.push({ from: late, to: end })
  }
  const beyond = times.reduce((sum, time) => sum + time.to - time.from, 0)
  return {
    target_ms: target,
    within_ms: known - beyond,
    beyond_ms: beyond,
    within_percent: Math.floor(((known - beyond) / known) * 10_000) / 100,
    beyond: times.slice(0, MOST_TIMES).map(time => ({ from: iso(time.from), to: iso(time.to) })),
    beyond_times: times.length,
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
