/**
 * Lists as async iterators, complete or an error (facts.md 2.4).
 *
 * Items are de-duplicated by id where they have one. A list that ends with fewer items than its `count`, answers the same cursor
 * twice, or never ends, throws: a caller that sees the end of the iterator has seen the whole list.
 */
import { z } from 'zod'
import { InvalidResponse, TruncatedBody } from './errors.ts'
import type { Call } from './round-trip.ts'

/** Largest page of a list operation (api.md section 8); one that allows less says so in its query. */
export const PAGE_LIMIT = 1000
const MOST_PAGES = 10_000

const envelopeSchema = z.looseObject({
  items: z.array(z.unknown()),
  next: z.looseObject({ page: z.string() }).nullish(),
  count: z.number().nullish(),
})

export interface ListSource {
  get<S extends z.ZodType>(call: Call, schema: S): Promise<z.infer<S>>
  check<S extends z.ZodType>(value: unknown, schema: S, call: Call): z.infer<S>
}

export async function* paginate<S extends z.ZodType>(
  source: ListSource,
  call: Call,
  itemSchema: S,
  idOf: ((item: z.infer<S>) => string) | null,
): AsyncGenerator<z.infer<S>> {
  const seen = new Set<string>()
  const cursors = new Set<string>()
  let announced = 0
  let page: string | undefined
  do {
    const envelope = await source.get(
      { ...call, query: { limit: PAGE_LIMIT, ...call.query, page } },
      envelopeSchema,
    )
    announced = Math.max(announced, envelope.count ?? 0)
    for (const value of envelope.items) {
      const item = source.check(value, itemSchema, call)
      const id = idOf === null ? `#${seen.size}` : idOf(item)
      if (seen.has(id)) continue
      seen.add(id)
      yield item
    }
    page = envelope.next?.page
    assertAdvances(page, cursors, call)
  } while (page !== undefined)
  if (seen.size < announced) {
    throw new TruncatedBody(`the list ended after ${seen.size} of ${announced} items`, {
      operation: call.operation,
    })
  }
}

function assertAdvances(page: string | undefined, cursors: Set<string>, call: Call): void {
  if (page === undefined) return
  if (cursors.has(page) || cursors.size >= MOST_PAGES) {
    throw new InvalidResponse('the list never ends: the same cursor came twice', {
      operation: call.operation,
    })
  }
  cursors.add(page)
}
