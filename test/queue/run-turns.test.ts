import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Release } from '../../src/queue/locks.ts'
import { RunTurns } from '../../src/queue/run-turns.ts'

const forever = new AbortController().signal

/** Of runs that are named, which has its turn by now, in that order. */
function world(most: number) {
  const turns = new RunTurns(() => most)
  const begun: string[] = []
  const ends = new Map<string, Release>()
  const ask = (run: string, priority = 5, signal = forever) => {
    const [platform = ''] = run.split('.')
    return turns.take({ platform, priority }, signal).then(end => {
      begun.push(run)
      ends.set(run, end)
    })
  }
  const end = async (run: string) => {
    ends.get(run)?.()
    ends.delete(run)
    await settled()
  }
  return { begun, ends, ask, end }
}

/** What was granted has been heard of. */
async function settled(): Promise<void> {
  for (let round = 0; round < 5; round++) await Promise.resolve()
}

describe('turns of platforms', () => {
  test('one with a hundred runs does not hold up one with a single one', async () => {
    const { begun, ask, end } = world(2)
    for (let run = 0; run < 100; run++) void ask(`large.${run}`)
    void ask('small.0')
    await settled()
    expect(begun).toEqual(['large.0', 'large.1'])
    await end('large.0')
    expect(begun).toEqual(['large.0', 'large.1', 'small.0'])
  })

  test('go round, also where only one works at a time', async () => {
    const { begun, ask, end } = world(1)
    for (const run of ['a.0', 'a.1', 'a.2', 'b.0', 'b.1', 'c.0']) void ask(run)
    await settled()
    for (let ended = 0; ended < 5; ended++) await end(begun[ended] ?? '')
    expect(begun).toEqual(['a.0', 'b.0', 'c.0', 'a.1', 'b.1', 'a.2'])
  })

  test('within a platform go by what is more important', async () => {
    const { begun, ask, end } = world(1)
    for (const [run, priority] of [
      ['a.backup', 5],
      ['a.check', 20],
      ['a.sync', 8],
    ] as const)
      void ask(run, priority)
    await settled()
    await end('a.backup')
    expect(begun).toEqual(['a.backup', 'a.sync'])
  })

  test('are not waited for by a run for which somebody waits', async () => {
    const { begun, ask } = world(1)
    void ask('a.0')
    void ask('b.0')
    void ask('c.restore', 1)
    await settled()
    expect(begun.toSorted()).toEqual(['a.0', 'c.restore'])
  })

  test('are given up by whoever does not wait any more', async () => {
    const { begun, ask, end } = world(1)
    const control = new AbortController()
    void ask('a.0')
    const refused = expect(ask('b.0', 5, control.signal)).rejects.toThrow('cancelled')
    void ask('c.0')
    await settled()
    control.abort(new Error('cancelled'))
    await refused
    await end('a.0')
    expect(begun).toEqual(['a.0', 'c.0'])
    await expect(ask('d.0', 5, control.signal)).rejects.toThrow('cancelled')
  })

  const wishes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 2, max: 20 })), {
    minLength: 1,
    maxLength: 40,
  })

  test('never let more work than may, and come to everyone', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, fc.integer({ min: 1, max: 5 }), async (wished, most) => {
        const { begun, ends, ask, end } = world(most)
        for (const [index, [platform, priority]] of wished.entries())
          void ask(`${platform}.${index}`, priority)
        await settled()
        for (let ended = 0; ended < wished.length; ended++) {
          expect(ends.size).toBe(Math.min(most, wished.length - ended))
          await end(begun[ended] ?? '')
        }
        expect(new Set(begun).size).toBe(wished.length)
      }),
    )
  })

  test('of a single place do not go to the same platform twice while another one waits', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, async wished => {
        const { begun, ask, end } = world(1)
        const waiting = wished.map(([platform]): string => platform)
        for (const [index, [platform, priority]] of wished.entries())
          void ask(`${platform}.${index}`, priority)
        await settled()
        for (let ended = 0; ended < wished.length; ended++) {
          const platform = begun[ended]?.[0] ?? ''
          waiting.splice(waiting.indexOf(platform), 1)
          await end(begun[ended] ?? '')
          if (waiting.some(other => other !== platform)) expect(begun[ended + 1]?.[0]).not.toBe(platform)
        }
      }),
    )
  })
})
