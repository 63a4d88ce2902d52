import { describe, expect, test } from 'vitest'
import { makeCapabilities } from '../../src/platform/capabilities.ts'
import { Forbidden, NotFound, ServerError } from '../../src/platform/errors.ts'

const operation = 'getDocumentById'
const DAY = 24 * 60 * 60 * 1000

function makeService(answer: () => Promise<string>) {
  const facts = new Map<string, string>()
  const state = { now: 0, asked: 0 }
  const store = {
    get: (name: string) => facts.get(name) ?? null,
    set: (name: string, value: string) => void facts.set(name, value),
  }
  const open = () => makeCapabilities(store, () => state.now)
  const use = () => {
    state.asked++
    return answer()
  }
  return { state, open, use, fallback: async () => 'fallback' }
}

describe('extensions of the platform', () => {
  test('a missing one is asked for once, however many want it at the same time', async () => {
    const service = makeService(async () => {
      throw new NotFound('404', { operation })
    })
    const capabilities = service.open()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => capabilities.prefer(operation, service.use, service.fallback)),
    )
    expect(new Set(answers)).toEqual(new Set(['fallback']))
    expect(service.state.asked).toBe(1)
    expect(capabilities.offers(operation)).toBe(false)
  })

  test('a missing one is remembered across runs, for a day', async () => {
    const service = makeService(async () => {
      throw new NotFound('404', { operation })
    })
    await service.open().prefer(operation, service.use, service.fallback)
    await service.open().prefer(operation, service.use, service.fallback)
    expect(service.state.asked).toBe(1)
    service.state.now += DAY + 1
    await service.open().prefer(operation, service.use, service.fallback)
    expect(service.state.asked).toBe(2)
  })

  test('one that is not allowed is asked for again in the next run', async () => {
    const service = makeService(async () => {
      throw new Forbidden('403', { operation })
    })
    expect(await service.open().prefer(operation, service.use, service.fallback)).toBe('fallback')
    await service.open().prefer(operation, service.use, service.fallback)
    expect(service.state.asked).toBe(2)
  })

  test('a service in trouble is no service without the extension', async () => {
    const service = makeService(async () => {
      throw new ServerError('503', { operation })
    })
    const capabilities = service.open()
    await expect(capabilities.prefer(operation, service.use, service.fallback)).rejects.toThrow(ServerError)
    expect(capabilities.offers(operation)).toBe(true)
  })

  test('once it was seen, 404 means that the object is missing', async () => {
    let answers = 0
    const service = makeService(async () => {
      answers++
      if (answers > 1) throw new NotFound('404', { operation })
      return 'extension'
    })
    const capabilities = service.open()
    expect(await capabilities.prefer(operation, service.use, service.fallback)).toBe('extension')
    await expect(capabilities.prefer(operation, service.use, service.fallback)).rejects.toThrow(NotFound)
  })

  test('one bad answer of a service that had it yesterday is not remembered', async () => {
    let broken = false
    const service = makeService(async () => {
      if (broken) throw new NotFound('404', { operation })
      return 'extension'
    })
    await service.open().prefer(operation, service.use, service.fallback)
    broken = true
    expect(await service.open().prefer(operation, service.use, service.fallback)).toBe('fallback')
    broken = false
    expect(await service.open().prefer(operation, service.use, service.fallback)).toBe('extension')
  })

  test('a service that lost it for good is asked at most once a day, after a week', async () => {
    let gone = false
    const service = makeService(async () => {
      if (gone) throw new NotFound('404', { operation })
      return 'extension'
    })
    await service.open().prefer(operation, service.use, service.fallback)
    gone = true
    service.state.now += 8 * DAY
    service.state.asked = 0
    for (let run = 0; run < 3; run++) await service.open().prefer(operation, service.use, service.fallback)
    expect(service.state.asked).toBe(1)
  })
})
