import { describe, expect, test } from 'vitest'
import { nextTick, nextTicks, tickName, ticksBetween } from '../../src/queue/ticks.ts'

const at = (text: string) => Date.parse(text)

describe('ticks', () => {
  const changes: [timezone: string, from: string, nights: number][] = [
    ['Europe/Berlin', '2026-03-20T12:00:00Z', 20],
    ['Europe/Berlin', '2026-10-18T12:00:00Z', 20],
    ['America/New_York', '2026-03-01T12:00:00Z', 20],
    ['America/New_York', '2026-10-25T12:00:00Z', 20],
  ]
  test.each(changes)(
    '%s from %s: one tick each night, whatever daylight saving does',
    (timezone, from, nights) => {
      for (const cron of ['30 2 * * *', '30 1 * * *', '0 3 * * *']) {
        const ticks = nextTicks({ cron, timezone }, at(from), nights)
        const days = ticks.map(tick => new Date(tick).toLocaleDateString('sv', { timeZone: timezone }))
        expect([cron, new Set(days).size]).toEqual([cron, nights])
        const gaps = ticks.slice(1).map((tick, index) => (tick - (ticks[index] ?? 0)) / 3_600_000)
        expect(gaps.every(hours => hours >= 22.5 && hours <= 25.5)).toBe(true)
      }
    },
  )

  test('what is between two times is what next says one by one', () => {
    const schedule = { cron: '30 2 * * *', timezone: 'Europe/Berlin' }
    const [from, to] = [at('2026-03-01T00:00:00Z'), at('2026-11-30T00:00:00Z')]
    const single: number[] = []
    for (let tick = nextTick(schedule, from); tick <= to; tick = nextTick(schedule, tick)) single.push(tick)
    expect(ticksBetween(schedule, from, to)).toEqual(single)
    expect(single).toHaveLength(274)
  })

  test('a tick has the same name wherever it is asked for', () => {
    expect(tickName(at('2026-11-21T02:00:00.000Z'))).toBe('20261121T020000Z')
  })
})
