import { describe, expect, test } from 'vitest'
import type { Condition } from '../../src/notify/condition.ts'
import { advance, type LedgerEntry } from '../../src/notify/ledger.ts'

const disk: Condition = {
  ...{ key: 'disk a', kind: 'disk', platform: 'a', organization: null },
  ...{ title: 'full', text: 'full', advice: 'make room' },
}
const HOUR = 3_600_000

function play(steps: [now: number, conditions: Condition[]][]): string[] {
  let entries: LedgerEntry[] = []
  return steps.flatMap(([now, conditions]) => {
    const next = advance(entries, conditions, { now, repeatAfterMs: 24 * HOUR, link: null })
    entries = JSON.parse(JSON.stringify(next.entries))
    return next.messages.map(one => `${now / HOUR} ${one.event} ${one.key} ${one.times}`)
  })
}

describe('what is told', () => {
  test('begins once, goes on in silence, is told again folded after a day, and its end is told', () => {
    const steps: [number, Condition[]][] = []
    for (let hour = 0; hour <= 30; hour++) steps.push([hour * HOUR, [disk]])
    steps.push([31 * HOUR, []], [32 * HOUR, []], [33 * HOUR, [disk]])
    expect(play(steps)).toEqual([
      '0 begin disk a 1',
      '24 again disk a 25',
      '31 end disk a 6',
      '33 begin disk a 1',
    ])
  })

  test('each condition is told on its own', () => {
    const other = { ...disk, key: 'disk b' }
    expect(
      play([
        [0, [disk]],
        [HOUR, [disk, other]],
        [2 * HOUR, [other]],
      ]),
    ).toEqual(['0 begin disk a 1', '1 begin disk b 1', '2 end disk a 2'])
  })
})
