/**
 * The parts of an answer until their turn comes, which is as long as their bodies take to read. Those of a large
 * answer are kept as text outside the heap, some at a time: parsed, they take several times as much.
 */
import { isFields } from '../model/fields.ts'
import type { Item } from '../resources/resource.ts'

const AT_A_TIME = 64

export interface KeptItems extends Iterable<Item> {
  count: number
}

export async function kept(
  items: AsyncIterable<Item> | Iterable<Item>,
  isLarge: boolean,
): Promise<KeptItems> {
  if (isLarge) return packed(items)
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return { count: all.length, [Symbol.iterator]: () => all.values() }
}

async function packed(items: AsyncIterable<Item> | Iterable<Item>): Promise<KeptItems> {
  const texts: Buffer[] = []
  let some: Item[] = []
  let count = 0
  const pack = () => {
    texts.push(Buffer.from(JSON.stringify(some)))
    some = []
  }
  for await (const item of items) {
    count++
    if (some.push(item) === AT_A_TIME) pack()
  }
  pack()
  return { count, [Symbol.iterator]: () => unpacked(texts) }
}

function* unpacked(texts: readonly Buffer[]): Generator<Item> {
  for (const text of texts) {
    const items: unknown = JSON.parse(text.toString())
    if (Array.isArray(items)) yield* items.filter(isFields)
  }
}
