import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  Forbidden,
  InvalidResponse,
  NotFound,
  RateLimited,
  RequestRejected,
  ServerError,
  TruncatedBody,
  Unauthorized,
} from '../../src/platform/errors.ts'
import { assertSuccess, expectShape, parseJson, withoutByteOrderMark } from '../../src/platform/parse.ts'
import type { Answer, Call } from '../../src/platform/round-trip.ts'

const call: Call = { operation: 'getSpaceById', method: 'GET', path: [] }

function answer(status: number, body = '', headers: Answer['headers'] = {}): Answer {
  return { status, headers, body: Buffer.from(body) }
}

function errorOf(given: Answer): unknown {
  try {
    assertSuccess(given, call, 1_000_000)
    return null
  } catch (error) {
    return error
  }
}

test('a byte order mark before JSON says nothing and is passed over', () => {
  const body = withoutByteOrderMark(Buffer.from('\uFEFF{"a":"\uFEFFb"}'))
  expect(parseJson({ ...answer(200), body }, call)).toEqual({ a: '\uFEFFb' })
})

test('a compression that nobody asked for is refused by its name', () => {
  expect(() => parseJson(answer(200, '{}', { 'content-encoding': 'br' }), call)).toThrow(/compression “br”/)
  expect(parseJson(answer(200, '{}', { 'content-encoding': 'Identity' }), call)).toEqual({})
})

describe('answers', () => {
  test.each([
    [401, Unauthorized],
    [403, Forbidden],
    [404, NotFound],
    [405, NotFound],
    [501, NotFound],
    [429, RateLimited],
    [500, ServerError],
    [503, ServerError],
    [302, InvalidResponse],
    [409, RequestRejected],
  ])('%i has an error class of its own', (status, type) => {
    expect(errorOf(answer(status))).toBeInstanceOf(type)
  })

  test("the platform's own words are in the message, the token never is", () => {
    const body = '{"error":{"code":401,"message":"bad token Bearer gb_api_secret123 given"}}'
    const error = errorOf(answer(401, body))
    expect(String(error)).toContain('getSpaceById: 401 bad token')
    expect(String(error)).not.toContain('secret123')
  })

  test('Retry-After wins over X-RateLimit-Reset, in seconds or as a date', () => {
    const reset = { 'x-ratelimit-reset': '1030' }
    expect(errorOf(answer(429, '', reset))).toMatchObject({ retryAfterMs: 30_000 })
    expect(errorOf(answer(429, '', { ...reset, 'retry-after': '7' }))).toMatchObject({ retryAfterMs: 7000 })
    const date = new Date(1_009_000).toUTCString()
    expect(errorOf(answer(429, '', { ...reset, 'retry-after': date }))).toMatchObject({ retryAfterMs: 9000 })
  })

  test('HTML, cut JSON and an empty body are told apart', () => {
    const html = answer(200, '<!doctype html><p>hello', { 'content-type': 'text/html' })
    expect(() => parseJson(html, call)).toThrow(InvalidResponse)
    expect(() => parseJson(answer(200, '{"id":"a","ti'), call)).toThrow(TruncatedBody)
    expect(() => parseJson(answer(200, ''), call)).toThrow(TruncatedBody)
  })

  test('unknown fields and their order survive, a missing field is named', () => {
    const schema = z.looseObject({ id: z.string() })
    const value = { zeta: 1, id: 'a', alpha: { nested: true } }
    expect(JSON.stringify(expectShape(value, schema, call))).toBe(JSON.stringify(value))
    expect(() => expectShape({ title: 'x' }, schema, call)).toThrow(/getSpaceById: id:/)
  })
})
