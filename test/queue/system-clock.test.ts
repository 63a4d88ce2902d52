import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../src/queue/system-clock.ts'

test('every minute all are called who did not leave, and nobody before the last call has ended', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-29T00:59:30Z') })
  onTestFinished(() => void vi.useRealTimers())
  const told: string[] = []
  const slow = Promise.withResolvers<void>()
  const leave = [
    systemClock.everyMinute(async () => void told.push('first')),
    systemClock.everyMinute(async () => {
      told.push('fails')
      throw new Error('it failed')
    }),
    systemClock.everyMinute(() => {
      told.push('slow')
      return slow.promise
    }),
  ]
  const minute = async () => {
    told.length = 0
    await vi.advanceTimersByTimeAsync(60_000)
    return told.join(' ')
  }
  expect(await minute()).toBe('first fails slow')
  expect(await minute()).toBe('first fails')
  slow.resolve()
  expect(await minute()).toBe('first fails slow')
  leave[0]?.()
  expect(await minute()).toBe('fails slow')
  for (const end of leave) end()
  expect(await minute()).toBe('')
  onTestFinished(systemClock.everyMinute(async () => void told.push('again')))
  expect(await minute()).toBe('again')
})
