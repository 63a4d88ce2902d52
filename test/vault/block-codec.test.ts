/** What is stored of a block, and what a base is good for. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeBlock, encodeBlock, encodeDelta } from '../../src/vault/block-codec.ts'

const LEVEL = 3
/** Compresses to about half. */
const words = (bytes: number) => Buffer.from(randomBytes(bytes / 2).toString('hex'))

test('a block is kept compressed only where that saves something, and reads back in every size', async () => {
  for (const bytes of [1, 100, 2048, 2050, 40_000, 600_000]) {
    const random = await encodeBlock(randomBytes(bytes), LEVEL)
    expect(random.codec).toBe('raw')
    const raw = Buffer.alloc(bytes, 'abc ')
    const { codec, stored, decoded } = await encodeBlock(raw, LEVEL)
    expect(codec).toBe(bytes < 100 ? 'raw' : 'zstd')
    expect(decoded.equals(raw)).toBe(true)
    expect(decodeBlock(codec, stored, bytes, null).equals(raw)).toBe(true)
  }
})

test('a delta is kept only where its base helps by far', async () => {
  for (const bytes of [4000, 40_000]) {
    const raw = words(bytes)
    expect(await encodeDelta(raw, words(bytes), LEVEL)).toBeNull()
    expect(await encodeDelta(randomBytes(bytes), randomBytes(bytes), LEVEL)).toBeNull()
    const base = Buffer.concat([raw.subarray(0, bytes / 2), Buffer.from('changed'), raw.subarray(bytes / 2)])
    const delta = await encodeDelta(raw, base, LEVEL)
    if (delta === null) throw new Error('the base helps')
    expect(delta.stored.length * 12).toBeLessThan(bytes)
    expect(delta.decoded.equals(raw)).toBe(true)
    expect(decodeBlock(delta.codec, delta.stored, bytes, base).equals(raw)).toBe(true)
    const helps = Buffer.concat([raw.subarray(0, bytes / 2), words(bytes / 2)])
    expect((await encodeDelta(raw, helps, LEVEL))?.decoded.equals(raw)).toBe(true)
  }
  expect(await encodeDelta(Buffer.alloc(0), words(100), LEVEL)).toBeNull()
  expect(await encodeDelta(words(100), Buffer.alloc(0), LEVEL)).toBeNull()
})

test('a block that says it is smaller than it is, is refused and not cut', async () => {
  const raw = Buffer.alloc(5000, 'abc ')
  const { codec, stored } = await encodeBlock(raw, LEVEL)
  expect(() => decodeBlock(codec, stored, 4999, null)).toThrow()
})
