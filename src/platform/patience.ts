/**
 * How slowly a body may come. The time between two pieces is limited by the connection; without a rate, a byte now and
 * then would hold a run for as long as somebody likes.
 */
import { TakesTooLong, TruncatedBody } from './errors.ts'

export interface Patience {
  /** On average, after the grace; 0: any rate will do. */
  leastBytesPerSecond: number
  /** Before the rate counts. */
  graceMs: number
  /** For the whole body; absent: somebody else keeps that. */
  mostMs?: number
  now: () => number
}

/** The same pieces. Only the time that is spent waiting for them counts. Throws TruncatedBody, TakesTooLong. */
export async function* notTooSlow(
  body: AsyncIterable<Buffer>,
  operation: string,
  { leastBytesPerSecond, graceMs, mostMs = Number.POSITIVE_INFINITY, now }: Patience,
): AsyncGenerator<Buffer> {
  let sizeBytes = 0
  let waitedMs = 0
  let since = now()
  for await (const chunk of body) {
    waitedMs += now() - since
    sizeBytes += chunk.length
    if (waitedMs > graceMs && sizeBytes * 1000 < leastBytesPerSecond * waitedMs) {
      const message = `came too slowly: ${sizeBytes} bytes in ${Math.round(waitedMs / 1000)} s`
      throw new TruncatedBody(message, {
        operation,
        hint: 'if the line is that slow, lower platform.leastRate',
      })
    }
    if (waitedMs > mostMs)
      throw new TakesTooLong(`not whole after ${Math.round(waitedMs / 1000)} s: ${sizeBytes} bytes came`, {
        operation,
        hint: 'if files may take that long, raise platform.downloadTimeout',
      })
    yield chunk
    since = now()
  }
}
