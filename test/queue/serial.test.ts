import { expect, test } from 'vitest'
import { Serial } from '../../src/queue/serial.ts'

test('of one name there is one at a time, in order, also after one that fails; other names do not wait', async () => {
  const serial = new Serial()
  const first = Promise.withResolvers<string>()
  const began: string[] = []
  const running = serial.run('a', () => {
    began.push('first')
    return first.promise
  })
  const waiting = serial.run('a', async () => began.push('second'))
  await serial.run('b', async () => began.push('other'))
  expect(began).toEqual(['first', 'other'])
  first.reject(new Error('failed'))
  await expect(running).rejects.toThrow('failed')
  await waiting
  expect(began).toEqual(['first', 'other', 'second'])
})
