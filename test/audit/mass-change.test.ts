/** When many small changes are one large one, and when they are not. */
import { expect, test } from 'vitest'
import { findMassChanges, type MassChangeLimits } from '../../src/audit/mass-change.ts'
import { type Branch, writeTree } from '../helpers/snapshot-tree.ts'
import { newVault } from '../vault/fixture.ts'

const limits: MassChangeLimits = { administrators: 2, removedPercent: 30, removedLeast: 3 }

type Items = Record<string, Branch>

interface Holding {
  members?: Items
  pages?: Items
  spaces?: Items
}

const EXTRA: Items = { s: {} }

async function between(before: Holding, after: Holding, wanted: Partial<MassChangeLimits> = {}) {
  const { vault } = await newVault()
  for (const { members = {}, pages = {}, spaces = {} } of [before, after]) {
    const below = { member: members, space: { ...EXTRA, ...spaces, home: { below: { page: pages } } } }
    await writeTree(vault, { organization: { org: { below } } })
  }
  return findMassChanges(vault, 1, 2, { ...limits, ...wanted })
}

function many(count: number, json: Record<string, unknown> = {}): Items {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, { json }]))
}

const admin = { json: { role: 'admin' } }
const reader = { json: { role: 'read' } }
const off = { json: { role: 'admin', disabled: true } }

test('as many new administrators as the limit are told, promoted, come or let in again', async () => {
  const before = { a: reader, b: off, c: reader, d: admin }
  const after = { a: admin, b: admin, c: reader, d: admin, e: admin }
  const found = {
    what: 'administrators-gained',
    kind: 'member',
    count: 3,
    of: 4,
    percent: 75,
    text: '3 people became administrator',
  }
  expect(await between({ members: before }, { members: after })).toEqual([found])
  expect(await between({ members: before }, { members: after }, { administrators: 3 })).toEqual([found])
  expect(await between({ members: before }, { members: after }, { administrators: 4 })).toEqual([])
})

test('who was administrator before, is switched off, goes or loses the role did not become one', async () => {
  const before = { a: admin, b: admin, c: off, d: reader, e: admin }
  const after = { a: { json: { role: 'admin', title: 'chief' } }, b: reader, c: off, d: off }
  expect(await between({ members: before }, { members: after }, { administrators: 1 })).toEqual([])
})

test('an organization whose first members are administrators has no share of them', async () => {
  expect(await between({}, { members: { a: admin, b: admin } })).toMatchObject([
    { count: 2, of: 0, percent: 0 },
  ])
})

test('members gone are told from the share and the number on that were asked for', async () => {
  const told = (gone: number, wanted: Partial<MassChangeLimits> = {}) =>
    between({ members: many(10) }, { members: many(10 - gone) }, wanted)
  const found = { what: 'members-removed', kind: 'member', count: 3, of: 10, percent: 30 }
  expect(await told(3)).toEqual([{ ...found, text: '3 of 10 members were removed' }])
  expect(await told(2, { removedPercent: 20 })).toEqual([])
  expect(await told(3, { removedPercent: 31 })).toEqual([])
  expect(await told(3, { removedLeast: 4 })).toEqual([])
})

test('spaces and pages gone are told each by their own number and share', async () => {
  const spaces = { x: {}, y: {}, z: {}, w: {} }
  const found = await between({ spaces, pages: many(6) }, { pages: many(1) })
  expect(found.map(({ text, percent }) => [text, percent])).toEqual([
    ['4 of 6 spaces were removed', 67],
    ['5 of 6 pages were removed', 83],
  ])
})

test('what changed and what came is not gone', async () => {
  const before = { members: many(5), pages: many(5) }
  const after = { members: many(9, { name: 'new' }), pages: many(9, { title: 'new' }) }
  expect(await between(before, after, { removedLeast: 0, removedPercent: 1 })).toEqual([])
})
