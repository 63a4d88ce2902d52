/** Counts the requests that a platform gets, minute by minute, while something runs. */
import { setTimeout as delay } from 'node:timers/promises'
import type { EmulatorProcess } from './emulator-process.ts'

interface Sample {
  /** The count is of some moment between them. Milliseconds. */
  asked: number
  answered: number
  requests: number
}

export interface BusiestMinute {
  requests: number
  /** It was longer than a minute, for the counts are seconds apart. */
  minutes: number
}

const EVERY_MS = 500
const MINUTE_MS = 60_000

/** Answers what ends it, with the minute of the most requests. Files come from elsewhere, at no rate. */
export function watchMinutes(emulator: Pick<EmulatorProcess, 'requests'>): () => Promise<BusiestMinute> {
  const stop = new AbortController()
  const samples: Sample[] = []
  const watching = (async () => {
    while (!stop.signal.aborted) {
      const asked = performance.now()
      const { total, operations } = await emulator.requests()
      const requests = total - (operations.download ?? 0)
      samples.push({ asked, answered: performance.now(), requests })
      await delay(EVERY_MS, undefined, { signal: stop.signal }).catch(() => {})
    }
  })()
  return async () => {
    stop.abort()
    await watching
    return busiestOf(samples)
  }
}

function busiestOf(samples: readonly Sample[]): BusiestMinute {
  let busiest: BusiestMinute = { requests: 0, minutes: 1 }
  let first = 0
  for (const last of samples) {
    const lengthFrom = (sample: Sample | undefined) => (sample ? last.answered - sample.asked : 0)
    // The latest that is a minute before.
    while (lengthFrom(samples[first + 1]) >= MINUTE_MS) first++
    const from = samples[first]
    if (from === undefined || lengthFrom(from) < MINUTE_MS) continue
    const minute = { requests: last.requests - from.requests, minutes: lengthFrom(from) / MINUTE_MS }
    if (minute.requests / minute.minutes > busiest.requests / busiest.minutes) busiest = minute
  }
  return busiest
}
