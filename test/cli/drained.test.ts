import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openTerminal } from '../../src/cli/terminal.ts'

test('whoever prints much can wait until a slow reader has taken it', async () => {
  const reader = new PassThrough({ highWaterMark: 10 })
  const terminal = openTerminal(reader, { json: true, env: {}, now: Date.now })
  await terminal.drained()
  terminal.event('resource', { title: 'longer than what the reader takes at once' })
  const order: string[] = []
  const drained = terminal.drained().then(() => order.push('drained'))
  await new Promise(resolve => setImmediate(resolve))
  order.push('read')
  reader.resume()
  await drained
  expect(order).toEqual(['read', 'drained'])
})
