import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { InvalidResponse, TruncatedBody } from '../../src/platform/errors.ts'
import { type ListSource, paginate } from '../../src/platform/pagination.ts'
import type { Call } from '../../src/platform/round-trip.ts'

const call: Call = { operation: 'listSpaces', method: 'GET', path: ['spaces'] }
const itemSchema = z.looseObject({ id: z.string() })

interface Page {
  items: { id: string }[]
  next?: { page: string }
  count?: number
}

async function listOf(pages: Readonly<Record<string, Page>>): Promise<string[]> {
  const source: ListSource = {
    get: async (asked, schema) => schema.parse(pages[String(asked.query?.page ?? 'first')]),
    check: (value, schema) => schema.parse(value),
  }
  const ids: string[] = []
  for await (const item of paginate(source, call, itemSchema, one => one.id)) ids.push(item.id)
  return ids
}

const page = (ids: string, next?: string, count?: number): Page => ({
  items: ids.split('').map(id => ({ id })),
  ...(next ? { next: { page: next } } : {}),
  ...(count === undefined ? {} : { count }),
})

describe('pagination', () => {
  test('walks all pages and gives an item that comes twice once', async () => {
    expect(await listOf({ first: page('ab', 'x', 4), x: page('bc', 'y'), y: page('d') })).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
  })

  test('asks for the largest page, or for what the operation allows', async () => {
    const limits: unknown[] = []
    const source: ListSource = {
      get: async (asked, schema) => {
        limits.push(asked.query?.limit)
        return schema.parse(page('a'))
      },
      check: (value, schema) => schema.parse(value),
    }
    for (const asked of [call, { ...call, query: { limit: 100 } }])
      for await (const _item of paginate(source, asked, itemSchema, one => one.id));
    expect(limits).toEqual([1000, 100])
  })

  test('a list that ends before its count is cut, not complete', async () => {
    await expect(listOf({ first: page('ab', 'x', 5), x: page('cd') })).rejects.toThrow(TruncatedBody)
  })

  test('ever new cursors without a new item are an error, not an endless walk', async () => {
    const pages = Array.from({ length: 30 }, (_, n) => [n === 0 ? 'first' : `p${n}`, page('ab', `p${n + 1}`)])
    await expect(listOf(Object.fromEntries(pages))).rejects.toThrow('10 pages named nothing new')
  })

  test('a cursor that comes twice is an error, not an endless walk', async () => {
    await expect(listOf({ first: page('ab', 'x'), x: page('cd', 'x') })).rejects.toThrow(InvalidResponse)
  })

  test('an empty page in the middle does not end the list', async () => {
    expect(await listOf({ first: page('a', 'x'), x: page('', 'y'), y: page('b') })).toEqual(['a', 'b'])
  })
})
