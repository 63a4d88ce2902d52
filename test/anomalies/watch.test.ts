/** What is looked at, and when: every night once, whatever failed in between; and never what could not be read. */
import { describe, expect, test } from 'vitest'
import { writeTree } from '../helpers/snapshot-tree.ts'
import { type Company, makeNights, pagesOf, treeOf, usualCompany } from './nights.ts'

const { docs = {}, other = {} } = usualCompany().spaces
const attacked: Company = { ...usualCompany(), spaces: { other } }

test('what was there before is pinned by a system actor, with the anomaly as its reason', async () => {
  const { night, vault } = await makeNights()
  await night(usualCompany())
  await night(attacked)
  const [first, second] = vault.snapshots()
  expect(first?.pin).toMatchObject({
    by: 'docvault anomalies',
    reason: 'anomaly space-removed-2',
    until: null,
  })
  expect(second?.pin).toBeUndefined()
})

test('a pin that somebody has set stays theirs', async () => {
  const { night, vault } = await makeNights()
  await night(usualCompany())
  const note = () => ({ body: (number: number) => JSON.stringify({ number }), sign: null })
  vault.annotations({ by: 'ada', note }).pin(1, { reason: 'release', untilMs: null })
  await night(attacked)
  expect(vault.snapshots()[0]?.pin).toMatchObject({ by: 'ada', reason: 'release' })
})

test('a forgotten night before comes back', async () => {
  const { night, vault } = await makeNights()
  await night(usualCompany())
  await night(usualCompany())
  const note = () => ({ body: (number: number) => JSON.stringify({ number }), sign: null })
  vault.annotations({ by: 'ada', note }).forget([2], { policy: 'none', plan: '' })
  await night(attacked)
  expect(vault.snapshots().map(({ forgotten }) => forgotten)).toEqual([undefined, undefined, undefined])
})

test('to look twice, and to look late, is the same as to look once', async () => {
  const { night, vault, look } = await makeNights()
  await night(usualCompany())
  await writeTree(vault, treeOf(attacked))
  // The daemon died here, and the next backup came first.
  await writeTree(vault, treeOf(attacked))
  expect((await look()).map(({ anomaly }) => anomaly)).toEqual(['space-removed-2'])
  expect(await look()).toEqual([])
  vault.setFact('anomalies org', 'no JSON')
  expect(await look()).toEqual([])
  expect(vault.anomalies()).toHaveLength(1)
})

test('of a vault that is older than the rules only the newest night is judged', async () => {
  const { vault, look } = await makeNights()
  for (const company of [usualCompany(), attacked, attacked]) await writeTree(vault, treeOf(company))
  expect(await look()).toEqual([])
  expect(vault.fact('anomalies org')).toContain('"to":2')
})

test('nothing is looked for where it is switched off, in all or by rule', async () => {
  for (const env of [{ DOCVAULT_ANOMALIES_WATCH: 'false' }, { DOCVAULT_ANOMALIES_OFF: 'space-removed' }]) {
    const { night } = await makeNights(env)
    await night(usualCompany())
    expect(await night(attacked)).toEqual([])
  }
})

describe('what could not be read', () => {
  const half: Company = {
    ...usualCompany(),
    spaces: { docs: Object.fromEntries(Object.entries(docs).slice(20)), other },
  }

  async function writeWithGap(vault: Awaited<ReturnType<typeof makeNights>>['vault']) {
    const writer = vault.begin({ id: 'org', title: 'org' }, 'test')
    const [space] = vault.find(1, 'space', 'docs')
    writer.gap({ kind: 'page', parentKey: space?.key ?? null, class: 'unreachable', message: 'HTTP 500' })
    return writer.seal({ requests: 0, bytes: 0 })
  }

  test('is not gone; it is found with the night that reads it again', async () => {
    const { night, vault, look } = await makeNights()
    await night(usualCompany())
    expect(await writeWithGap(vault)).toMatchObject({ state: 'partial' })
    expect(await look()).toEqual([])
    expect(await night(half)).toEqual(['mass-removal-3'])
  })

  test('is not counted among the nights that make a history', async () => {
    const small: Company = { spaces: { docs: pagesOf('docs', 15) } }
    const { night, vault, look } = await makeNights()
    await night(small)
    for (let at = 1; at <= 13; at++) await night(small)
    await writeWithGap(vault)
    await look()
    const edited = Object.fromEntries(
      Object.entries(pagesOf('docs', 15)).map(([id, text]) => [id, `${text} More.`]),
    )
    expect(await night({ spaces: { docs: edited } })).toEqual([])
  })
})

test('syncs within a night are judged against its beginning, and found once', async () => {
  const { vault, look } = await makeNights()
  const sync = async (gone: number, trigger = 'sync') => {
    const pages = Object.fromEntries(Object.entries(docs).slice(gone))
    await writeTree(vault, treeOf({ ...usualCompany(), spaces: { docs: pages, other } }), trigger)
    return (await look()).map(({ anomaly }) => anomaly)
  }
  const found = []
  for (const gone of [0, 4, 8, 12, 16, 20]) found.push(await sync(gone, gone === 0 ? 'manual' : 'sync'))
  expect(found).toEqual([[], [], [], [], ['mass-removal-5'], []])
  expect(await sync(20, 'manual')).toEqual([])
})
