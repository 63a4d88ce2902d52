/**
 * Lists as async iterators, complete or an error (docs/development/platform.md#lists).
 *
 * Items are de-duplicated by id where they have one. A list that ends with fewer items than its `count`, answers the same cursor
 * twice, or never ends, throws: a caller that sees the end of the iterator has seen the whole list. An item that is not
 * what the API promises is left out, and said at the end (UnreadableItems); more than a hundred end the list at once.
 */
import { z } from 'zod'
import { InvalidResponse, TruncatedBody, type UnreadableItem, UnreadableItems } from './errors.ts'
import { type Call, isId } from './round-trip.ts'

/** Largest page of a list (docs/development/platform.md#limits); one that allows less says so in its query. */
export const PAGE_LIMIT = 1000
const MOST_PAGES = 10_000
const MOST_UNREADABLE = 100
/** Empty pages in a row, or such as were there before. */
const MOST_IDLE_PAGES = 10

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
  const unreadable: UnreadableItem[] = []
  let position = 0
  let announced = 0
  let idle = 0
  let page: string | undefined
  do {
    const envelope = await source.get(
      { ...call, query: { limit: PAGE_LIMIT, ...call.query, page } },
      envelopeSchema,
    )
    const before = seen.size
    announced = Math.max(announced, envelope.count ?? 0)
    for (const value of envelope.items) {
      position++
      const item = itemOf(source, value, itemSchema, call)
      if (item instanceof InvalidResponse) {
        const given = idIn(value)
        const id = given ?? `#${position}`
        if (!seen.has(id)) unreadable.push({ id: given, position, message: item.message })
        if (unreadable.length > MOST_UNREADABLE) throw item
        seen.add(id)
        continue
      }
      const id = idOf === null ? `#${position}` : idOf(item)
      if (seen.has(id)) continue
      seen.add(id)
      yield item
    }
    page = envelope.next?.page
    idle = seen.size === before ? idle + 1 : 0
    if (idle >= MOST_IDLE_PAGES) throw neverEnds(`${idle} pages named nothing new`, call)
    assertAdvances(page, cursors, call)
  } while (page !== undefined)
  if (seen.size < announced) {
    throw new TruncatedBody(`the list ended after ${seen.size} of ${announced} items`, {
      operation: call.operation,
    })
  }
  if (unreadable.length > 0) throw new UnreadableItems(unreadable, { operation: call.operation })
}

function itemOf<S extends z.ZodType>(
  source: ListSource,
  value: unknown,
  schema: S,
  call: Call,
): z.infer<S> | InvalidResponse {
  try {
    return source.check(value, schema, call)
  } catch (error) {
    if (error instanceof InvalidResponse) return error
    throw error
  }
}

function idIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null
  return typeof value.id === 'string' && isId(value.id) ? value.id : null
}

function assertAdvances(page: string | undefined, cursors: Set<string>, call: Call): void {
  if (page === undefined) return
  if (cursors.has(page) || cursors.size >= MOST_PAGES) {
    const reason = cursors.has(page) ? 'the same cursor came twice' : `it has more than ${MOST_PAGES} pages`
    throw neverEnds(reason, call)
  }
  cursors.add(page)
}

function neverEnds(reason: string, { operation }: Call): InvalidResponse {
  return new InvalidResponse(`the list never ends: ${reason}`, { operation })
}
