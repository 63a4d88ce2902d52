/** Counts what a run costs: requests sent (repeats and downloads included), by operation, and bytes received. */
import type { Downloader } from './download.ts'
import type { RoundTrip } from './round-trip.ts'

export interface Meter {
  requests: number
  bytes: number
  /** Requests by operation, downloads as `download`. Never changed in place: a copy of the meter keeps its own. */
  operations?: Readonly<Record<string, number>>
}

/** Told what happens on the wire, for metrics. */
export interface PlatformObserver {
  /** `class`: `2xx`, `429`, `4xx`, `5xx`, …, or `failed` when there was no answer. */
  answered?(answer: { class: string; bytes: number }): void
  /** A wait that a rate limit asked for. */
  waited?(ms: number): void
}

export function withObserver(next: RoundTrip, observer: PlatformObserver): RoundTrip {
  return async (call, signal) => {
    try {
      const answer = await next(call, signal)
      observer.answered?.({ class: classOf(answer.status), bytes: answer.body.length })
      return answer
    } catch (error) {
      observer.answered?.({ class: 'failed', bytes: 0 })
      throw error
    }
  }
}

function classOf(status: number): string {
  return status === 429 ? '429' : `${Math.floor(status / 100)}xx`
}

export function withMeter(next: RoundTrip, meter: Meter): RoundTrip {
  return async (call, signal) => {
    count(meter, call.operation)
    const answer = await next(call, signal)
    meter.bytes += answer.body.length
    return answer
  }
}

export function meterDownloads(next: Downloader, meter: Meter): Downloader {
  return {
    close: () => next.close(),
    open: async url => {
      count(meter, 'download')
      const download = await next.open(url)
      return { ...download, body: counted(download.body, meter) }
    },
  }
}

/** What `later` counted beyond `earlier`. */
export function operationsSince(earlier: Meter, later: Meter): Record<string, number> {
  const all = Object.entries(later.operations ?? {})
  const own = all.map(([name, count]): [string, number] => [name, count - (earlier.operations?.[name] ?? 0)])
  return Object.fromEntries(own.filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function count(meter: Meter, operation: string): void {
  meter.requests++
  const before = meter.operations?.[operation] ?? 0
  meter.operations = { ...meter.operations, [operation]: before + 1 }
}

async function* counted(body: AsyncIterable<Buffer>, meter: Meter): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    meter.bytes += chunk.length
    yield chunk
  }
}
