import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Caller, makeCaller, parsed } from '../../src/platform/caller.ts'
import { InvalidResponse, ServerError, TruncatedBody } from '../../src/platform/errors.ts'
import { withRetry } from '../../src/platform/retry.ts'
import type { Call } from '../../src/platform/round-trip.ts'

const schema = z.looseObject({ id: z.string() })

/** A caller whose requests are answered one after the other with these; `calls` are what it sent. */
function callerOf(...answers: readonly [status: number, body: string][]): { caller: Caller; calls: Call[] } {
  const calls: Call[] = []
  const attempt = parsed(async call => {
    const [status, body] = answers[calls.length] ?? [500, '']
    calls.push(call)
    return { status, headers: {}, body: Buffer.from(body) }
  }, Date.now)
  const limits = { attempts: 3, baseDelayMs: 1, maxDelayMs: 1, maxRateLimitWaitMs: 1, random: () => 0 }
  return { caller: makeCaller(withRetry(attempt, limits)), calls }
}

describe('a write', () => {
  test('answers what was made, and says whether it was', async () => {
    const { caller } = callerOf([201, '{"id":"a"}'], [200, '{"id":"a"}'])
    expect(await caller.put(['o', 'PUT', ['a']], schema)).toEqual({ created: true, value: { id: 'a' } })
    expect(await caller.put(['o', 'PUT', ['a']], schema)).toEqual({ created: false, value: { id: 'a' } })
  })

  test.each([204, 205])('without an answer is done with %i', async status => {
    const { caller, calls } = callerOf([status, ''])
    await caller.run(['o', 'DELETE', ['a']])
    expect(calls).toEqual([{ operation: 'o', method: 'DELETE', path: ['a'] }])
  })

  test('that should have no answer, and gets a page of somebody else, failed', async () => {
    const { caller } = callerOf([200, '{"welcome":true}'])
    await expect(caller.run(['o', 'DELETE', ['a']])).rejects.toThrow(InvalidResponse)
  })

  test('that should have an answer, and gets none, failed', async () => {
    const none = callerOf([204, ''])
    await expect(none.caller.send(['o', 'PATCH', ['a'], {}], schema)).rejects.toThrow(InvalidResponse)
    const empty = callerOf([200, ''], [200, ''], [200, ''])
    await expect(empty.caller.send(['o', 'PATCH', ['a'], {}], schema)).rejects.toThrow(TruncatedBody)
  })

  test('to what is there may answer it or nothing, and nothing else', async () => {
    const { caller } = callerOf([200, '{"id":"a"}'], [204, ''], [200, '{"welcome":true}'])
    expect(await caller.change(['o', 'PATCH', ['a'], {}], schema)).toEqual({ id: 'a' })
    expect(await caller.change(['o', 'PATCH', ['a'], {}], schema)).toBeUndefined()
    await expect(caller.change(['o', 'PATCH', ['a'], {}], schema)).rejects.toThrow(InvalidResponse)
  })

  test('is repeated when it can be, and never when it would make a second thing', async () => {
    const patch = callerOf([503, ''], [200, '{"id":"a"}'])
    expect(await patch.caller.send(['o', 'PATCH', ['a'], {}], schema)).toEqual({ id: 'a' })
    const post = callerOf([503, ''], [201, '{"id":"a"}'])
    await expect(post.caller.send(['o', 'POST', ['a'], {}], schema)).rejects.toThrow(ServerError)
    const make = callerOf([503, ''], [201, '{"id":"a"}'])
    await expect(make.caller.make(['o', 'PUT', ['a'], {}], schema)).rejects.toThrow(ServerError)
    expect([patch, post, make].map(one => one.calls.length)).toEqual([2, 1, 1])
  })
})

describe('bytes', () => {
  test('come as they were sent, when they have the shape', async () => {
    const { caller } = callerOf([200, '{ "id": "a" }'])
    expect((await caller.bytes(['o', ['a']], schema)).toString()).toBe('{ "id": "a" }')
  })

  test('an answer with nothing in it is no body', async () => {
    const { caller } = callerOf([200, '{}'])
    await expect(caller.bytes(['o', ['a']], schema)).rejects.toThrow(InvalidResponse)
  })
})
