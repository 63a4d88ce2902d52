/** Counts what a run costs: requests sent (repeats and downloads included) and bytes received. */
import type { Downloader } from './download.ts'
import type { RoundTrip } from './round-trip.ts'

export interface Meter {
  requests: number
  bytes: number
}

export function withMeter(next: RoundTrip, meter: Meter): RoundTrip {
  return async (call, signal) => {
    meter.requests++
    const answer = await next(call, signal)
    meter.bytes += answer.body.length
    return answer
  }
}

export function meterDownloads(next: Downloader, meter: Meter): Downloader {
  return {
    close: () => next.close(),
    open: async url => {
      meter.requests++
      const download = await next.open(url)
      return { ...download, body: counted(download.body, meter) }
    },
  }
}

async function* counted(body: AsyncIterable<Buffer>, meter: Meter): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    meter.bytes += chunk.length
    yield chunk
  }
}
