import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readOperations } from '../../../scripts/docs/operations.ts'
import { pathOf, startFurnished } from './furnished.ts'

const reading = readOperations().filter(({ method }) => method === 'GET')
const lists = reading.filter(({ name }) => /^(?:list|search)/.test(name))
/** These have no envelope (docs/development/platform.md#lists). */
const PLAIN = ['listPages', 'listPagesInChangeRequest', 'listSSOProviderLoginsInOrganization']

const envelope = z.object({
  items: z.array(z.unknown()),
  count: z.int(),
  next: z.strictObject({ page: z.string() }).optional(),
})

describe.each(lists.filter(({ name }) => !PLAIN.includes(name)))('$name', ({ name, path }) => {
  test('walked one by one is the list read at once', async () => {
    const service = await startFurnished()
    const query = path.endsWith('/search') ? { query: 'steps' } : {}
    const read = async (more: Record<string, string>) => {
      const search = new URLSearchParams({ ...query, ...more })
      return envelope.parse((await service.get(`${pathOf(name, service.ids).slice(3)}?${search}`)).json)
    }
    const whole = await read({ limit: '1000' })
    expect(whole).not.toHaveProperty('next')
    expect(whole.count).toBe(whole.items.length)
    expect(whole.items.length).toBeGreaterThan(0)
    const walked: unknown[] = []
    let page: string | undefined
    do {
      const part = await read({ limit: '1', ...(page === undefined ? {} : { page }) })
      expect(part.items).toHaveLength(1)
      expect(part.count).toBe(whole.count)
      walked.push(...part.items)
      page = part.next?.page
    } while (page !== undefined)
    expect(unsigned(walked)).toEqual(unsigned(whole.items))
  })
})

test('lists without an envelope have the field that the document names', async () => {
  const { get, ids } = await startFurnished()
  const keysOf = async (name: string) => Object.keys(Object((await get(pathOf(name, ids).slice(3))).json))
  expect(await keysOf('listPages')).toEqual(['pages'])
  expect(await keysOf('listPagesInChangeRequest')).toEqual(['pages'])
  expect(await keysOf('listSSOProviderLoginsInOrganization')).toEqual(['items'])
  expect(await keysOf('getOrganizationsForEmailDomain')).toEqual(['organizations'])
})

/** Signed addresses are new each time. */
function unsigned(items: readonly unknown[]): string {
  return JSON.stringify(items).replace(/token=[^"&]+/g, '')
}
