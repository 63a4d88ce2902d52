/** What is said of snapshots after their seal: written with its entry in the ledger, read beside each snapshot. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnnotationAct, Annotations } from '../../src/model/annotations.ts'
import { UsageError } from '../../src/model/errors.ts'
import { rangesOf } from '../../src/model/number-ranges.ts'
import { openLedger } from '../../src/vault/ledger.ts'
import { parseTag } from '../../src/vault/snapshot-name.ts'
import { findings, newVault, ORGANIZATION, rejection, seal, writeScope } from './fixture.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.parse('2026-01-01T00:00:00Z')

/** A snapshot an hour, the last one at `now`. */
async function hourly(count: number) {
  let now = START_MS
  const { vault, path } = await newVault({ clock: () => now })
  for (let hour = 0; hour < count; hour++) {
    now = START_MS + hour * HOUR_MS
    await takeSnapshot()
  }
  const note = (act: AnnotationAct, by: string) => ({
    body: () => JSON.stringify({ ...act, by }),
    sign: null,
  })
  return {
    vault,
    writer: vault.annotations({ by: 'ada', note }),
    acts: () => actsOf(path),
    pass: (ms: number) => {
      now += ms
    },
    takeSnapshot,
    said: (snapshot: number) => annotationsOf(vault.resolve(`${snapshot}`)),
  }

  async function takeSnapshot(organization = ORGANIZATION) {
    const snapshot = vault.begin(organization, 'test')
    await writeScope(snapshot, null, 'space', { a: String(now) })
    return seal(snapshot)
  }
}

function annotationsOf({ tags, pin, holds, forgotten }: Annotations) {
  return Object.fromEntries(
    Object.entries({ tags, pin, holds, forgotten }).filter(([, value]) => value !== undefined),
  )
}

function actsOf(path: string): Record<string, unknown>[] {
  const ledger = openLedger(path, 'read')
  try {
    return [...ledger.entries()].map(({ body }) => JSON.parse(body))
  } finally {
    ledger.close()
  }
}

const why = { policy: '7 daily', plan: 'digest' }
const forever = { reason: 'release', untilMs: null }

describe('pins', () => {
  test('stand beside their snapshot until somebody takes them out', async () => {
    const { writer, said, acts, vault } = await hourly(2)
    expect(writer.pin(1, forever)).toBe(false)
    expect(said(1)).toEqual({
      pin: { by: 'ada', at: '2026-01-01T01:00:00.000Z', reason: 'release', until: null },
    })
    writer.pin(1, { reason: 'another', untilMs: START_MS + 9 * HOUR_MS })
    expect(said(1)).toMatchObject({ pin: { reason: 'another', until: '2026-01-01T09:00:00.000Z' } })
    writer.unpin(1)
    expect([said(1), said(2)]).toEqual([{}, {}])
    expect(await rejection(() => writer.unpin(1))).toMatchObject({ message: 'snapshot 1 is not pinned' })
    expect(acts().map(({ act, snapshot, by }) => [act, snapshot, by])).toEqual([
      ['pin', 1, 'ada'],
      ['pin', 1, 'ada'],
      ['unpin', 1, 'ada'],
    ])
    expect(await findings(vault)).toEqual([])
  })

  test('end at their time, without anybody', async () => {
    const { writer, said, pass } = await hourly(1)
    writer.pin(1, { reason: 'audit', untilMs: START_MS + HOUR_MS })
    expect(said(1)).toHaveProperty('pin')
    pass(HOUR_MS)
    expect(said(1)).toEqual({})
  })

  test('are of snapshots that are there and sealed', async () => {
    const { writer, vault, acts } = await hourly(1)
    vault.begin(ORGANIZATION, 'test')
    expect(() => writer.pin(2, forever)).toThrow('snapshot 2 is running')
    expect(() => writer.pin(7, forever)).toThrow('there is no snapshot 7')
    expect(acts()).toEqual([])
  })
})

describe('tags', () => {
  test('name one snapshot, also a forgotten one', async () => {
    const { writer, said, vault } = await hourly(3)
    writer.tag(1, 'before-move')
    writer.tag(1, 'agreed')
    expect(said(1)).toEqual({ tags: ['agreed', 'before-move'] })
    expect(vault.resolve('before-move').snapshot).toBe(1)
    writer.forget([1], why)
    expect(vault.resolve('before-move').snapshot).toBe(1)
    expect(() => vault.resolve('before-move', { organization: 'other' })).toThrow('of another organization')
    expect(await rejection(() => writer.tag(2, 'agreed'))).toMatchObject({
      message: 'the tag agreed names snapshot 1 already',
    })
    expect(writer.untag('agreed')).toBe(1)
    writer.tag(2, 'agreed')
    expect([...vault.tags()]).toEqual([
      ['agreed', 2],
      ['before-move', 1],
    ])
    expect(await rejection(() => vault.resolve('agred'))).toMatchObject({
      hint: expect.stringContaining('or a tag: agreed, before-move'),
    })
    expect(await rejection(() => writer.untag('agred'))).toMatchObject({
      message: 'there is no tag agred',
      hint: 'tags: agreed, before-move',
    })
  })

  test('are nothing that means something else where a snapshot is named', async () => {
    const { vault } = await hourly(1)
    const parse = (text: string) => parseTag(text, vault.time)
    for (const good of ['v1', 'release-1.2', 'prüfung_2026', 'Z', 'undone'])
      expect(parse(good)).toBe(good.normalize('NFC'))
    expect(parse('u\u0308ber')).toBe('\u00fcber')
    for (const bad of [
      '',
      '7',
      '1.2',
      'latest',
      'latest~1',
      '@x',
      'a..b',
      'a b',
      '-v',
      'v.',
      'today',
      'monday',
    ])
      expect(() => parse(bad), bad).toThrow(UsageError)
    for (const bad of ['undo', 'Apply', 'runs', 'x'.repeat(65)])
      expect(() => parse(bad), bad).toThrow(UsageError)
  })
})

describe('legal holds', () => {
  const hold = {
    ...{ name: 'case 12', organization: null, fromMs: null, toMs: null },
    ...{ by: 'Legal', reason: 'subpoena', untilMs: null },
  }

  test('keep what was started in their time, until they are released', async () => {
    const { writer, said, vault, acts } = await hourly(4)
    const { hold: made } = writer.hold({ ...hold, fromMs: START_MS + HOUR_MS, toMs: START_MS + 2 * HOUR_MS })
    const held = () => [1, 2, 3, 4].filter(snapshot => 'holds' in said(snapshot))
    expect(held()).toEqual([2, 3])
    expect(said(2)).toEqual({ holds: [{ hold: 1, name: 'case 12' }] })
    expect([vault.holds(), made.by]).toEqual([[made], 'Legal'])
    expect(await rejection(() => writer.release(2))).toMatchObject({
      message: 'there is no hold 2',
      hint: 'holds in force: 1 (case 12)',
    })
    writer.release(1)
    expect([held(), vault.holds()[0]?.released]).toEqual([[], '2026-01-01T03:00:00.000Z'])
    expect(() => writer.release(1)).toThrow('hold 1 is over already')
    expect(acts().map(({ act }) => act)).toEqual(['hold', 'release'])
  })

  test('are of one organization where they say so, and of no other', async () => {
    const { writer, said, takeSnapshot } = await hourly(1)
    await takeSnapshot({ id: 'other', title: 'Other' })
    writer.hold({ ...hold, organization: 'other' })
    expect([said(1), said(2)]).toMatchObject([{}, { holds: [{ hold: 1 }] }])
    expect('holds' in said(1)).toBe(false)
    expect(await rejection(() => writer.hold({ ...hold, organization: 'acme' }))).toMatchObject({
      message: 'the vault has no organization acme',
      hint: 'organizations: org, other',
    })
  })

  test('end at their time', async () => {
    const { writer, said, pass } = await hourly(1)
    writer.hold({ ...hold, untilMs: START_MS + HOUR_MS })
    expect(said(1)).toHaveProperty('holds')
    pass(HOUR_MS)
    expect(said(1)).toEqual({})
    expect(() => writer.release(1)).toThrow('hold 1 is over already')
  })
})

describe('what is forgotten', () => {
  test('is read by its number, is no latest and of no time, and comes back', async () => {
    const { writer, vault, said, acts } = await hourly(4)
    writer.forget([2, 3], why)
    expect(said(2)).toEqual({ forgotten: { at: '2026-01-01T03:00:00.000Z', by: 'ada', policy: '7 daily' } })
    const numberOf = (name: string) => vault.resolve(name).snapshot
    expect([numberOf('latest~1'), numberOf('@2026-01-01T02:30Z'), numberOf('3')]).toEqual([1, 1, 3])
    expect([...vault.resources(3)].map(({ id }) => id)).toEqual(['a'])
    writer.unforget([1, 3])
    expect([numberOf('latest~1'), said(3)]).toEqual([3, {}])
    expect(acts()).toMatchObject([
      { act: 'forget', snapshots: '2-3', count: 2, policy: '7 daily', plan: 'digest' },
      { act: 'unforget', snapshots: '3', count: 1, because: 'undo' },
    ])
    expect(await findings(vault)).toEqual([])
  })

  test('once is once, and by whom and when stays as it was', async () => {
    const { writer, said, pass, acts } = await hourly(2)
    writer.forget([1], why)
    pass(HOUR_MS)
    writer.forget([1], why)
    writer.forget([], why)
    expect(said(1)).toMatchObject({ forgotten: { at: '2026-01-01T01:00:00.000Z' } })
    expect(acts()).toHaveLength(1)
  })

  test('comes back when it is pinned or held, which the ledger says', async () => {
    const { writer, said, acts } = await hourly(4)
    writer.forget([1, 2, 3], why)
    expect(writer.pin(1, forever)).toBe(true)
    const held = { name: 'x', organization: null, by: 'z', reason: 'y', untilMs: null }
    expect(writer.hold({ ...held, fromMs: START_MS + HOUR_MS, toMs: START_MS + HOUR_MS }).back).toEqual([2])
    expect([1, 2, 3].filter(snapshot => 'forgotten' in said(snapshot))).toEqual([3])
    expect(acts().filter(({ act }) => act === 'unforget')).toMatchObject([
      { snapshots: '1', because: 'pin' },
      { snapshots: '2', because: 'hold' },
    ])
  })
})

test('a snapshot is named while somebody goes through the rows of the same vault', async () => {
  const { vault } = await hourly(2)
  for (const _ of vault.resources(1)) expect(vault.resolve('latest').snapshot).toBe(2)
  for (const _ of vault.changes(1, 2)) expect(vault.snapshots()).toHaveLength(2)
})

test('an act whose entry cannot be written is not done', async () => {
  const { vault, said } = await hourly(1)
  const broken = vault.annotations({
    by: 'ada',
    note: () => {
      throw new Error('no key')
    },
  })
  expect(() => broken.pin(1, forever)).toThrow('no key')
  expect(() => broken.forget([1], why)).toThrow('no key')
  expect(said(1)).toEqual({})
  expect(await findings(vault)).toEqual([])
})

test('ranges name each number once', () => {
  expect(rangesOf([])).toBe('')
  expect(rangesOf([3, 1, 2, 7, 9, 10])).toBe('1-3, 7, 9-10')
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(60)), numbers => {
      const named = rangesOf(numbers)
        .split(', ')
        .filter(Boolean)
        .flatMap(range => {
          const [first = 0, last = first] = range.split('-').map(Number)
          return Array.from({ length: last - first + 1 }, (_, index) => first + index)
        })
      expect(named).toEqual(numbers.toSorted((a, b) => a - b))
    }),
  )
})
