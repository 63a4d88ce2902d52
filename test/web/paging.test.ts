import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openViews, type Views } from '../helpers/views.ts'
import { makeLongYear, NIGHTS, PAGES, REMOVED } from './long-year.ts'

interface Part {
  total: number
  next: number | null
  [list: string]: unknown
}

/** Every part of a list, by the links of its pages; each has to say the same as its twin. */
async function partsOf(views: Views, first: string): Promise<Part[]> {
  const parts: Part[] = []
  for (let address: string | undefined = first; address !== undefined; ) {
    const { status, text } = await views.page(address)
    expect([address, status]).toEqual([address, 200])
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024)
    const data = await views.data(address)
    parts.push({ ...data, total: Number(data.total), next: data.next === null ? null : Number(data.next) })
    const [, link] = /<a rel="next" href="([^"]*)">(?:next|older) »/.exec(text) ?? []
    address = link?.replaceAll('&amp;', '&')
    if (parts.length > 20) throw new Error(`${first} has no end`)
  }
  return parts
}

function all(parts: readonly Part[], list: string): unknown[] {
  return parts.flatMap(part => {
    const found = part[list]
    return Array.isArray(found) ? found : []
  })
}

const idsOf = (things: readonly unknown[]) => things.map(thing => JSON.parse(JSON.stringify(thing)).id)

describe('a long list', () => {
  test('many changes are counted by what happened, and all are reached by the links of their parts', async () => {
    const { views, org } = await openLongYear()
    const address = `${org}/changes?a=${NIGHTS - 1}&b=${NIGHTS}`
    const parts = await partsOf(views, address)
    const changes = all(parts, 'changes')
    expect(parts[0]).toMatchObject({
      counted_by: 'type',
      total: PAGES,
      kinds: { page: PAGES },
      places: [{ changes: PAGES, kinds: { page: { modified: PAGES - REMOVED, removed: REMOVED } } }],
    })
    expect(new Set(idsOf(changes)).size).toBe(PAGES)
    expect(changes.length).toBe(PAGES)
    const removed = await partsOf(views, `${address}&type=removed`)
    expect([removed[0]?.total, all(removed, 'changes').length]).toEqual([REMOVED, REMOVED])
    expect((await views.page(address)).text).toContain('These are many')
  })

  test('few changes are counted by what was done', async () => {
    const { views, org } = await openLongYear()
    expect(await views.data(`${org}/changes?a=1&b=2`)).toMatchObject({
      counted_by: 'action',
      total: 1,
      places: [{ changes: 1, kinds: { page: { edited: 1 } } }],
    })
  })

  test('a history goes on where its part ends, and each state is compared with the one before', async () => {
    const { views, org } = await openLongYear()
    const parts = await partsOf(views, `${org}/p/page-0/history`)
    const states = all(parts, 'states')
    expect([parts.length, parts[0]?.total, states.length]).toEqual([2, NIGHTS, NIGHTS])
    expect(states.map(state => JSON.parse(JSON.stringify(state)).snapshot)).toEqual(
      Array.from({ length: NIGHTS }, (_, index) => NIGHTS - index),
    )
    const { text } = await views.page(`${org}/p/page-0/history`)
    expect(text).toContain(`compare?a=${NIGHTS - 40}&amp;b=${NIGHTS - 39}`)
  })

  test('a table of contents of many pages shows a part of them, and says of how many', async () => {
    const { views, org } = await openLongYear()
    const address = `${org}/at/1/s/space`
    const { text } = await views.page(address)
    expect(text).toContain(`1 to 200 of ${PAGES}`)
    const trees = [await views.data(address), await views.data(`${address}?from=200`)].map(({ tree }) => tree)
    expect(trees).toMatchObject([
      { total: PAGES, from: 0, hidden: PAGES - 200, unplaced: 0 },
      { total: PAGES, from: 200, hidden: 200, unplaced: 0 },
    ])
    expect(text).toContain(`${address}?from=200`)
    expect((await views.page(`${address}?from=200`)).text).toContain('Page 259')
  })

  test('a title in a table of contents is that of its night, whichever was looked at before', async () => {
    const { views, org } = await openLongYear()
    const titleIn = async (night: number) => {
      const { tree } = await views.data(`${org}/at/${night}/s/space`)
      return JSON.parse(JSON.stringify(tree)).nodes[5].title
    }
    const titles = [await titleIn(1), await titleIn(NIGHTS), await titleIn(2), await titleIn(NIGHTS)]
    expect(titles).toEqual(['Page 5', 'Page 5, revised', 'Page 5', 'Page 5, revised'])
  })

  test('everything that is gone, and every page of a night, is reached', async () => {
    const { views, org } = await openLongYear()
    const gone = await partsOf(views, `${org}/lost`)
    expect([gone[0]?.total, new Set(idsOf(all(gone, 'things'))).size]).toEqual([REMOVED, REMOVED])
    const pages = await partsOf(views, `${org}/at/1/k/page`)
    expect([pages[0]?.total, new Set(idsOf(all(pages, 'rows'))).size]).toEqual([PAGES, PAGES])
  })

  test('nights that are older than the first page has are reached, without the calendar', async () => {
    const { views, org } = await openLongYear()
    const parts = await partsOf(views, org)
    const nights = all(parts, 'nights').map(night => JSON.parse(JSON.stringify(night)).snapshot)
    expect(nights).toEqual(Array.from({ length: NIGHTS }, (_, index) => NIGHTS - index))
    expect((await views.page(`${org}?before=20`)).text).not.toContain('The last year')
  })

  test('everything that a search found is reached, and what was not counted is not claimed', async () => {
    const { views } = await openLongYear()
    const gone = await partsOf(views, '/search?q=Night&when=gone')
    expect(gone.map(({ total, more }) => [total, more])).toEqual(gone.map(() => [REMOVED, false]))
    expect([gone.length, new Set(idsOf(all(gone, 'matches'))).size]).toEqual([2, REMOVED])
    const most = await partsOf(views, '/search?q=Night')
    expect([most.length, most[0]?.total, most[0]?.more]).toEqual([6, 300, true])
    expect(new Set(idsOf(all(most, 'matches'))).size).toBe(300)
    const { text } = await views.page('/search?q=Night')
    expect(text).toContain('<p>more than 300 matches</p>')
    expect(text).toContain('has more than 300 matches: counting ended there')
  })

  test('what several platforms found is reached, one after the other', async () => {
    const { vault, lastMs } = await makeLongYear()
    const options = { now: () => lastMs, others: { other: vault } }
    const parts = await partsOf(
      openViews({ DOCVAULT_VAULT_PATH: vault }, options),
      '/search?q=Night&when=gone',
    )
    const found = all(parts, 'matches').map(match => JSON.parse(JSON.stringify(match)))
    expect(parts.map(({ total }) => total)).toEqual([2 * REMOVED, 2 * REMOVED, 2 * REMOVED])
    expect(new Set(found.map(({ platform, id }) => `${platform} ${id}`)).size).toBe(2 * REMOVED)
  })

  test('a part that begins behind the end says so', async () => {
    const { views, org } = await openLongYear()
    const { text } = await views.page(`${org}/lost?from=1000`)
    expect(text).toContain(`none from 1,001 on, of ${REMOVED}`)
  })
})

async function openLongYear() {
  const { vault, organization, lastMs } = await makeLongYear()
  return {
    views: openViews({ DOCVAULT_VAULT_PATH: join(vault) }, { now: () => lastMs }),
    org: `/o/${organization}`,
  }
}
