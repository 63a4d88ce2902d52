import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { JobWaiter } from '../../src/queue/job-waiter.ts'
import { startRedis } from '../helpers/redis.ts'

/** Longer than a test may take: whoever is answered was not answered by the end of his patience. */
const LONG_MS = 600_000
/** Not looked at in between. */
const SHORT_MS = 1

async function world() {
  const { child, redis } = await startRedis()
  const waiter = new JobWaiter({ redis, prefix: '{test}' })
  onTestFinished(() => waiter.close())
  const mark = (key: string, score = 0) => redis.shared.zadd(key, score, '0')
  const blocked = () => infoOf('blocked_clients')
  const infoOf = async (field: string) => {
    const text = await redis.shared.info('clients')
    return Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(text)?.[1])
  }
  return { child, redis, waiter, mark, blocked }
}

const keysOf = (count: number) => Array.from({ length: count }, (_, n) => `{test}:queue-${n}:marker`)

describe('waiting for jobs', () => {
  test('of many queues takes one connection, and each hears of its own', async () => {
    const { waiter, mark, blocked } = await world()
    const keys = keysOf(40)
    for (const key of keys) waiter.serve(key)
    const heard = keys.map(key => waiter.wait(key, LONG_MS))
    await expect.poll(blocked).toBe(1)
    for (const [score, key] of keys.entries()) await mark(key, score)
    const scores = (await Promise.all(heard)).map(marker => marker?.score)
    expect(scores).toEqual(keys.map((_, score) => score))
    expect(await blocked()).toBe(0)
  })

  test('whoever comes while others wait already is heard of at once, and not after their patience', async () => {
    const { waiter, mark, blocked } = await world()
    const [first = '', ...others] = keysOf(30)
    for (const key of [first, ...others]) waiter.serve(key)
    const waiting = waiter.wait(first, LONG_MS)
    await expect.poll(blocked).toBe(1)
    for (const key of others) {
      const heard = waiter.wait(key, LONG_MS)
      await mark(key)
      expect(await heard).toEqual({ member: '0', score: 0 })
    }
    await mark(first)
    expect(await waiting).not.toBeNull()
  })

  test('what came while nobody waited is there for the next one', async () => {
    const { waiter, mark, blocked } = await world()
    const [key = ''] = keysOf(1)
    waiter.serve(key)
    expect(await waiter.wait(key, SHORT_MS)).toBeNull()
    await expect.poll(blocked).toBe(1)
    await mark(key, 7)
    await expect.poll(blocked).toBe(0)
    expect(await waiter.wait(key, LONG_MS)).toEqual({ member: '0', score: 7 })
  })

  test('a queue that is left is told so, and its marker is there for who serves it next', async () => {
    const { waiter, mark, redis, blocked } = await world()
    const [left = '', other = ''] = keysOf(2)
    for (const key of [left, other]) waiter.serve(key)
    const refused = expect(waiter.wait(left, LONG_MS)).rejects.toThrow('not served here')
    const waiting = waiter.wait(other, LONG_MS)
    await expect.poll(blocked).toBe(1)
    waiter.leave(left)
    await refused
    await mark(left)
    await mark(other)
    expect(await waiting).not.toBeNull()
    await expect.poll(() => redis.shared.zcard(left)).toBe(1)
    await expect(waiter.wait(left, LONG_MS)).rejects.toThrow('not served here')
  })

  test('when Redis was away everybody looks, and goes on waiting', async () => {
    const { child, waiter, mark, redis } = await world()
    const keys = keysOf(5)
    for (const key of keys) waiter.serve(key)
    const heard = keys.map(key => waiter.wait(key, LONG_MS))
    await expect.poll(async () => /blocked_clients:1/.test(await redis.shared.info('clients'))).toBe(true)
    const pid = child.pid()
    if (pid === null) throw new Error('Redis is not there')
    process.kill(pid, 'SIGKILL')
    expect(await Promise.all(heard)).toEqual(keys.map(() => null))
    const again = keys.map(key => waiter.wait(key, LONG_MS))
    for (const key of keys) await mark(key)
    // What was asked before the connection was lost may take one along: that is why they look.
    expect(await Promise.all(again)).toHaveLength(keys.length)
  })

  test('no marker is lost: it is heard, kept for who waits next, or in Redis', async () => {
    const { waiter, mark, redis } = await world()
    const keys = keysOf(4)
    const key = fc.constantFrom(...keys)
    const step = fc.oneof(
      fc.record({ do: fc.constant('mark' as const), key }),
      fc.record({ do: fc.constant('wait' as const), key }),
      fc.record({ do: fc.constant('leave' as const), key }),
      fc.record({ do: fc.constant('serve' as const), key }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
        const [marked, heard] = [new Set<string>(), new Set<string>()]
        const open: Promise<unknown>[] = []
        const waiting = new Set<string>()
        const wait = (name: string, ms: number) => {
          waiting.add(name)
          return waiter
            .wait(name, ms)
            .then(marker => marker && heard.add(name))
            .catch(() => {})
            .finally(() => waiting.delete(name))
        }
        for (const name of keys) waiter.serve(name)
        for (const { do: what, key: name } of steps) {
          if (what === 'serve' || what === 'leave') waiter[what](name)
          else if (what === 'wait' && !waiting.has(name)) open.push(wait(name, SHORT_MS))
          else if (what === 'mark') {
            marked.add(name)
            await mark(name)
          }
        }
        await Promise.all(open)
        for (const name of keys) waiter.serve(name)
        // One marker of all is enough to be heard of: BullMQ sets it again with each job.
        for (const name of marked) if (!heard.has(name)) await wait(name, LONG_MS)
        expect(heard).toEqual(marked)
        await redis.shared.del(...keys)
        for (const name of keys) waiter.leave(name)
        await redis.shared.del(...keys)
      }),
      { numRuns: 40 },
    )
  })
})
