import { expect, test } from 'vitest'
import { makeRoom } from '../../src/platform/room.ts'

const soon = () => new Promise(resolve => setImmediate(resolve))

test('the bytes held at a time never pass the room, and everybody gets in, in turn', async () => {
  const room = makeRoom(10)
  const order: string[] = []
  let held = 0
  const enter = async (name: string, sizeBytes: number) => {
    const release = await room.take(sizeBytes)
    order.push(name)
    held += Math.min(sizeBytes, 10)
    expect(held).toBeLessThanOrEqual(10)
    await soon()
    held -= Math.min(sizeBytes, 10)
    release()
    release()
  }
  await Promise.all([enter('a', 6), enter('b', 4), enter('c', 11), enter('d', 1), enter('e', 10)])
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('who gives up makes room for those behind', async () => {
  const room = makeRoom(10)
  const release = await room.take(5)
  const impatient = new AbortController()
  const large = room.take(10, impatient.signal)
  const small = room.take(5)
  impatient.abort(new Error('enough'))
  await expect(large).rejects.toThrow('enough')
  const second = await small
  second()
  release()
  expect(await room.take(10)).toBeTypeOf('function')
})
