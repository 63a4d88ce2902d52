/** A rate that hosts share is kept by all of them together, used, and nobody is left out. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostInMinute, simulate } from '../helpers/simulated-rates.ts'

const SECONDS = 130
const constantly = (perSecond: number) => ({ wanted: Array<number>(SECONDS).fill(perSecond) })
const rates = fc.integer({ min: 20, max: 3000 })

test('hosts that want whatever they want never start more in a minute than the rate, and one, however many they know of', async () => {
  const wanted = fc.array(fc.integer({ min: 0, max: 80 }), { minLength: SECONDS, maxLength: SECONDS })
  const host = fc.record({ wanted, knowsOf: fc.integer({ min: 1, max: 30 }) })
  const property = fc.asyncProperty(
    fc.array(host, { minLength: 1, maxLength: 4 }),
    rates,
    async (hosts, requestsPerMinute) => {
      const starts = await simulate({ hosts, requestsPerMinute, seconds: SECONDS })
      expect(mostInMinute(starts.flat())).toBeLessThanOrEqual(requestsPerMinute + 1)
    },
  )
  await fc.assert(property, { numRuns: 25 })
}, 120_000)

test('one alone uses nine tenths of the rate at least; of several each has a fair part, and together they do', async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 4 }),
    rates,
    async (count, requestsPerMinute) => {
      const hosts = Array.from({ length: count }, () => constantly(requestsPerMinute))
      const starts = await simulate({ hosts, requestsPerMinute, seconds: SECONDS })
      const whole = (requestsPerMinute * SECONDS) / 60
      expect(starts.flat().length).toBeGreaterThan(0.9 * whole - 3)
      for (const own of starts) expect(own.length).toBeGreaterThan((0.8 * whole) / count - 3)
    },
  )
  await fc.assert(property, { numRuns: 25 })
}, 120_000)

test('one that is alone in wanting something uses nine tenths of the rate, however many hosts there are', async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 2, max: 20 }),
    rates,
    async (count, requestsPerMinute) => {
      const idle = Array.from({ length: count - 1 }, () => constantly(0))
      const hosts = [...idle, constantly(requestsPerMinute)]
      const starts = await simulate({ hosts, requestsPerMinute, seconds: SECONDS })
      expect(starts.flat().length).toBeGreaterThan((0.9 * requestsPerMinute * SECONDS) / 60 - 3)
    },
  )
  await fc.assert(property, { numRuns: 25 })
}, 120_000)

test('while Redis is away each has its part of the rate, and what was taken ahead is all that comes on top', async () => {
  const away = fc.array(fc.integer({ min: 0, max: SECONDS - 1 }), { maxLength: 60 })
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 4 }),
    rates,
    away,
    async (count, requestsPerMinute, seconds) => {
      const hosts = Array.from({ length: count }, () => constantly(requestsPerMinute))
      const starts = await simulate({ hosts, requestsPerMinute, seconds: SECONDS, away: seconds })
      const ahead = Math.ceil(requestsPerMinute / 60) + count
      const changes = seconds.filter(second => !seconds.includes(second - 1)).length
      expect(mostInMinute(starts.flat())).toBeLessThanOrEqual(
        requestsPerMinute + 1 + ahead * 2 * Math.min(changes, 12),
      )
      for (const own of starts) expect(own.length).toBeGreaterThan(0)
    },
  )
  await fc.assert(property, { numRuns: 25 })
}, 120_000)
