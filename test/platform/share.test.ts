import { describe, expect, test } from 'vitest'
import { makePacer } from '../../src/platform/pace.ts'
import type { Answer, Call } from '../../src/platform/round-trip.ts'

const call: Call = { operation: 'x', method: 'GET', path: [] }
const answer: Answer = { status: 200, headers: {}, body: Buffer.alloc(0) }

/** A pacer on a clock of its own, that jumps to whatever is waited for. */
function paced(requestsPerMinute: number) {
  let now = 0
  const starts: { name: string; at: number }[] = []
  const pacer = makePacer({
    concurrency: 8,
    requestsPerMinute,
    now: () => now,
    // What was let go starts before time passes on.
    wait: ms =>
      new Promise(resolve =>
        setImmediate(() => {
          now += ms
          resolve()
        }),
      ),
  })
  const client = (name: string) => {
    const roundTrip = pacer.pace(async () => {
      starts.push({ name, at: now })
      return answer
    })
    return (count: number) => Promise.all(Array.from({ length: count }, () => roundTrip(call)))
  }
  return { client, starts }
}

describe('ten clients of one rate', () => {
  test('take turns: nine small ones are through long before a large one, which does not starve', async () => {
    const { client, starts } = paced(600)
    const large = client('large')(500)
    const small = Array.from({ length: 9 }, (_, n) => client(`small ${n}`)(10))
    await Promise.all([large, ...small])
    const lastSmall = starts.findLastIndex(one => one.name !== 'large')
    expect(lastSmall).toBeLessThan(120)
    expect(starts.slice(0, lastSmall).filter(one => one.name === 'large').length).toBeGreaterThan(9)
    expect(starts).toHaveLength(590)
  })

  test('never exceed it, in any minute', async () => {
    const { client, starts } = paced(600)
    await Promise.all(Array.from({ length: 10 }, (_, n) => client(String(n))(200)))
    for (const { at } of starts)
      expect(starts.filter(one => one.at >= at && one.at < at + 60_000).length).toBeLessThanOrEqual(600)
  })

  test('one that gives up waiting is not in the way of the others', async () => {
    const pacer = makePacer({ concurrency: 1 })
    const first = Promise.withResolvers<Answer>()
    const slow = pacer.pace(() => first.promise)
    const other = pacer.pace(async () => answer)
    const control = new AbortController()
    const running = slow(call)
    const impatient = other(call, control.signal)
    const patient = pacer.pace(async () => answer)(call)
    control.abort(new Error('no longer'))
    await expect(impatient).rejects.toThrow('no longer')
    first.resolve(answer)
    await expect(Promise.all([running, patient])).resolves.toHaveLength(2)
  })
})
