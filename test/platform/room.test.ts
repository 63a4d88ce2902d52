import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeHold, makeRoom } from '../../src/platform/room.ts'

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

test('whatever the sizes, the order, the patience and the attempts: nobody waits for ever, and nothing is left taken', async () => {
  const answer = fc.record({
    sizeBytes: fc.integer({ min: 0, max: 150 }),
    /** Answers that it asks for with one hold, before it leaves it. */
    attempts: fc.integer({ min: 1, max: 3 }),
    /** Turns of the loop until it is parsed and stored. */
    turns: fc.integer({ min: 0, max: 3 }),
    givesUpAfter: fc.option(fc.integer({ min: 0, max: 5 })),
    keeps: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 12 }), async answers => {
      const room = makeRoom(100)
      let held = 0
      const readers = answers.map(async ({ sizeBytes, attempts, turns, givesUpAfter, keeps }) => {
        const [hold, patience] = [makeHold(), new AbortController()]
        if (givesUpAfter !== null) void turn(givesUpAfter).then(() => patience.abort(new Error('enough')))
        const receive = async () => {
          const release = await room.take(sizeBytes, patience.signal)
          held += Math.min(sizeBytes, 100)
          expect(held).toBeLessThanOrEqual(100)
          return () => {
            held -= Math.min(sizeBytes, 100)
            release()
          }
        }
        try {
          for (let attempt = 0; attempt < attempts; attempt++) {
            hold.leave()
            const release = await receive()
            await turn(turns)
            if (keeps) hold.keep(release)
            else release()
          }
          await turn(turns)
        } catch (error) {
          expect(patience.signal.aborted, String(error)).toBe(true)
        } finally {
          hold.leave()
        }
      })
      expect(await Promise.race([Promise.all(readers), turn(2000)])).toBeDefined()
      expect(held).toBe(0)
      expect(await Promise.race([room.take(100), turn(10)])).toBeTypeOf('function')
    }),
  )
})

async function turn(times: number): Promise<void> {
  for (let time = 0; time < times; time++) await soon()
}

test('a hold has the room of one answer at a time', () => {
  const given: string[] = []
  const hold = makeHold()
  expect(hold.isKept).toBe(false)
  hold.keep(() => given.push('first'))
  hold.keep(() => given.push('second'))
  expect([given, hold.isKept]).toEqual([['first'], true])
  hold.leave()
  hold.leave()
  expect([given, hold.isKept]).toEqual([['first', 'second'], false])
})
