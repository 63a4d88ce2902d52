/** Each attack is found in the first night in which it crosses its rule, without any history; and daily work is not. */
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anomalyLimits } from '../../jobs/anomaly-settings.ts'
import { type ReplayedNight, replaying } from '../../src/anomalies/replay.ts'
import { atOnce } from '../../src/model/stepwise.ts'
import { writeTree } from '../helpers/snapshot-tree.ts'
import { type Company, makeNights, pagesOf, peopleOf, prose, treeOf, usualCompany } from './nights.ts'

type Pages = Readonly<Record<string, string>>

function mapped(pages: Pages, change: (text: string, id: string) => string): Pages {
  return Object.fromEntries(Object.entries(pages).map(([id, text]) => [id, change(text, id)]))
}

function withDocs(change: (pages: Pages) => Pages): Company {
  const company = usualCompany()
  return { ...company, spaces: { ...company.spaces, docs: change(company.spaces.docs ?? {}) } }
}

function without(pages: Pages, count: number): Pages {
  return Object.fromEntries(Object.entries(pages).slice(count))
}

/** What is found in the second night, in any order. */
async function foundIn(attack: Company, env: Record<string, string> = {}): Promise<string[]> {
  const { night } = await makeNights(env)
  expect(await night(usualCompany())).toEqual([])
  return (await night(attack)).toSorted()
}

const noise = (text: string) => randomBytes(text.length * 0.75).toString('base64')

describe('in one night', () => {
  test('every body is encrypted', async () => {
    expect(await foundIn(withDocs(pages => mapped(pages, noise)))).toEqual([
      'high-entropy-2',
      'mass-overwrite-2',
    ])
  })

  test('a space is deleted', async () => {
    const { spaces, members } = usualCompany()
    const { other = {} } = spaces
    expect(await foundIn({ spaces: { other }, members: members ?? {} })).toEqual(['space-removed-2'])
  })

  test('every body is replaced with the same text', async () => {
    const found = await foundIn(withDocs(pages => mapped(pages, (_, id) => `# ${id}\n\n${prose(7777)}`)))
    expect(found).toEqual(['mass-overwrite-2', 'same-body-2'])
  })

  test('every body is emptied', async () => {
    expect(await foundIn(withDocs(pages => mapped(pages, () => '')))).toEqual([
      'bodies-shrunk-2',
      'mass-overwrite-2',
    ])
  })

  test('more than a third of the pages is deleted, and a little less is not', async () => {
    expect(await foundIn(withDocs(pages => without(pages, 13)))).toEqual(['mass-removal-2'])
    expect(await foundIn(withDocs(pages => without(pages, 12)))).toEqual([])
  })

  test('everyone is made administrator', async () => {
    const attack = { ...usualCompany(), members: peopleOf(30, 'admin') }
    expect(await foundIn(attack)).toEqual(['access-widened-2', 'administrators-gained-2'])
  })

  test('more than twenty people are let in, and twenty are not', async () => {
    const { spaces, members } = usualCompany()
    const joined = (count: number) => ({
      spaces,
      members: {
        ...members,
        ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`new-${at}`, 'edit'])),
      },
    })
    expect(await foundIn(joined(21))).toEqual(['access-widened-2'])
    expect(await foundIn(joined(20))).toEqual([])
  })

  test('most of the members are removed', async () => {
    expect(await foundIn({ ...usualCompany(), members: peopleOf(20) })).toEqual(['members-removed-2'])
  })

  test('one person changed more than fifty pages, as the platform recorded', async () => {
    const company = { spaces: { docs: pagesOf('docs', 400) } }
    const edited = (count: number): Company => {
      const ids = Object.keys(company.spaces.docs).slice(0, count)
      const event = (target: string) => ({
        json: { action: 'updatePageInSpace', actor: { id: 'eve' }, target: { type: 'page', id: target } },
      })
      const events = Object.fromEntries(ids.map(id => [`event-${id}`, event(id)]))
      const docs = mapped(company.spaces.docs, (text, id) => (ids.includes(id) ? `${text} More.` : text))
      return { spaces: { docs }, others: { 'audit-event': events } }
    }
    for (const [count, found] of [
      [51, ['single-author-2']],
      [50, []],
    ] as const) {
      const { night } = await makeNights()
      expect(await night(company)).toEqual([])
      expect(await night(edited(count))).toEqual(found)
    }
  })
})

describe('over many nights', () => {
  test('five in a hundred pages deleted every night are found in the night in which a third is gone', async () => {
    const { night } = await makeNights()
    const found = []
    for (let gone = 0; gone <= 20; gone += 2) found.push(await night(withDocs(pages => without(pages, gone))))
    // 14 of 40 are the first that are more than 30 %; it is not said again before as much more is gone.
    expect(found.map(names => names.length)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    expect(found[7]).toEqual(['mass-removal-8'])
  })

  test('what is pinned for it is the first night of the window, and the one before', async () => {
    const { night, vault } = await makeNights()
    for (let gone = 0; gone <= 14; gone += 2) await night(withDocs(pages => without(pages, gone)))
    const pinned = vault.snapshots().filter(({ pin }) => pin !== undefined)
    expect(pinned.map(({ snapshot }) => snapshot)).toEqual([1, 7])
    expect(vault.anomalies()).toMatchObject([
      { before: 1, snapshot: 8, text: /^14 of 40 pages of "The docs"/ },
    ])
  })

  test('pages that come back, and pages that move, are not gone', async () => {
    const { night } = await makeNights()
    for (let round = 0; round < 6; round++) {
      expect(await night(usualCompany())).toEqual([])
      expect(await night(withDocs(pages => without(pages, 4)))).toEqual([])
    }
    const paths = Object.fromEntries(Object.keys(pagesOf('docs', 40)).map(id => [id, `moved/${id}`]))
    const { night: other } = await makeNights()
    await other(usualCompany())
    expect(await other({ ...usualCompany(), paths })).toEqual([])
  })

  test('a quiet year and then an edit finds nothing; a mass edit after it is found by the history', async () => {
    const docs = pagesOf('docs', 15)
    const { night, vault, look, config } = await makeNights()
    for (let day = 1; day <= 365; day++) await writeTree(vault, treeOf({ spaces: { docs } }))
    expect(await look()).toEqual([])
    const edited = (count: number): Company => {
      const ids = Object.keys(docs).slice(0, count)
      return { spaces: { docs: mapped(docs, (text, id) => (ids.includes(id) ? `${text} More.` : text)) } }
    }
    expect(await night(edited(1))).toEqual([])
    expect(await night(edited(12))).toEqual(['unusual-367'])
    const replayed: string[] = []
    const each = ({ found }: ReplayedNight) => replayed.push(...found.map(({ anomaly }) => anomaly))
    atOnce(replaying(vault, 'org', anomalyLimits(config), each))
    expect(replayed).toEqual(['unusual-367'])
  })

  test('in the warm-up the history says nothing', async () => {
    const { night } = await makeNights()
    for (let day = 1; day <= 14; day++) await night(usualCompany())
    const edited = withDocs(pages => mapped(pages, text => `${text} More.`))
    // Thirteen nights lie behind it.
    expect(await night(edited)).toEqual([])
  })
})
