import { expect, test } from 'vitest'
import { giveWay } from '../../src/model/give-way.ts'

test('others have their turn after each slice, however many share the work', async () => {
  const log: ('step' | 'other')[] = []
  let isDone = false
  const other = () => {
    log.push('other')
    if (!isDone) setImmediate(other)
  }
  setImmediate(other)
  const workers = Array.from({ length: 6 }, async () => {
    for (let step = 0; step < 12; step++) {
      await giveWay()
      log.push('step')
      // A quarter of a slice.
      for (const end = performance.now() + 5; performance.now() < end; );
    }
  })
  await Promise.all(workers)
  isDone = true
  // The steps of one slice, and the one that goes beyond it.
  const inARow = log
    .join(' ')
    .split('other')
    .map(steps => steps.split('step').length - 1)
  expect(inARow.reduce((sum, steps) => sum + steps, 0)).toBe(72)
  expect(Math.max(...inARow)).toBeLessThanOrEqual(4 + 1)
})

test('within a slice nobody is waited for', async () => {
  // The one of before is over.
  await giveWay()
  let isTurnOfOthers = false
  setImmediate(() => {
    isTurnOfOthers = true
  })
  await giveWay()
  expect(isTurnOfOthers).toBe(false)
})
