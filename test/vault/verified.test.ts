/** Checks of limited time: what was read longest ago first, until everything was read again. */
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CheckOptions, type Coverage, checkVaultAt, openVaultForWriting } from '../../src/vault/vault.ts'
import { longestAgoFirst, type Reading, withReading } from '../../src/vault/verified.ts'
import { newVault, ORGANIZATION, seal, temporaryFolder, writeScope } from './fixture.ts'
import { unpackGolden } from './golden/unpack.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const BLOCKS = 10

async function vaultOfBlocks(): Promise<string> {
  const { vault, path } = await newVault({ blockBytes: 1 })
  const writer = vault.begin(ORGANIZATION, 'test')
  const pages = Array.from({ length: BLOCKS }, (_, id) => [`s${id}`, randomBytes(400).toString('hex')])
  await writeScope(writer, null, 'space', Object.fromEntries(pages))
  await seal(writer)
  await vault.close()
  return path
}

/** A clock that moves on by an hour whenever it is looked at, so that a budget in hours is one in steps. */
function hourly(begin: number): () => number {
  let now = begin - HOUR_MS
  return () => {
    now += HOUR_MS
    return now
  }
}

async function run(path: string, options: CheckOptions) {
  const codes: string[] = []
  const reached: Coverage[] = []
  const covered = (coverage: Coverage) => {
    reached.push(coverage)
  }
  for await (const { code } of checkVaultAt(path, { readData: true, ...options, covered })) codes.push(code)
  return { codes, coverage: reached[0] }
}

function damageBlock(path: string, block: number): void {
  const db = new Database(join(path, 'catalog.db'))
  db.prepare('UPDATE block SET data = zeroblob(length(data)) WHERE id = ?').run(block)
  db.close()
}

describe('a check of limited time', () => {
  test('goes on where the one before ended, and comes round to everything', async () => {
    const path = await vaultOfBlocks()
    const reached: (Coverage | undefined)[] = []
    for (let day = 1; day <= 5; day++) {
      const { coverage, codes } = await run(path, { maxDurationMs: 6 * HOUR_MS, clock: hourly(day * DAY_MS) })
      expect(codes).toEqual([])
      reached.push(coverage)
    }
    const never = reached.map(one => one?.neverRead ?? BLOCKS)
    expect(never[0]).toBeGreaterThan(0)
    expect(never[0]).toBeLessThan(BLOCKS)
    expect(never).toEqual(never.toSorted((a, b) => b - a))
    expect(never.at(-1)).toBe(0)
    expect(reached.at(-1)?.oldestAt).toBeGreaterThan(DAY_MS)
  })

  test('finds damage wherever it is within as many runs as one round takes', async () => {
    const path = await vaultOfBlocks()
    for (let block = 1; block <= BLOCKS; block += 3) {
      const copy = join(temporaryFolder(), 'copy')
      cpSync(path, copy, { recursive: true })
      damageBlock(copy, block)
      const found: string[] = []
      for (let day = 1; day <= 5; day++)
        found.push(...(await run(copy, { maxDurationMs: 6 * HOUR_MS, clock: hourly(day * DAY_MS) })).codes)
      expect(found).toContain('content-damaged')
    }
  })

  test('does not take what is damaged for read: it is found again by the next one', async () => {
    const path = await vaultOfBlocks()
    damageBlock(path, 2)
    for (let day = 1; day <= 3; day++) {
      const { codes } = await run(path, { maxDurationMs: 30 * HOUR_MS, clock: hourly(day * DAY_MS) })
      expect(codes).toEqual(['content-damaged'])
    }
  })

  test('says so where it does not come round within the time that is wanted', async () => {
    const path = await vaultOfBlocks()
    const options = { maxDurationMs: 4 * HOUR_MS, withinMs: 3 * DAY_MS }
    const days: string[][] = []
    for (const day of [1, 2, 5, 6])
      days.push((await run(path, { ...options, clock: hourly(day * DAY_MS) })).codes)
    expect(days).toEqual([[], [], ['check-behind'], ['check-behind']])
  })

  test('begins anew in a copy of the vault, and where its notes are gone or edited', async () => {
    const path = await vaultOfBlocks()
    const noted = join(path, 'verified.json')
    const all = { maxDurationMs: 100 * HOUR_MS, clock: hourly(DAY_MS) }
    const little = { maxDurationMs: 4 * HOUR_MS, clock: hourly(2 * DAY_MS) }
    expect((await run(path, all)).coverage).toEqual({ oldestAt: DAY_MS, neverRead: 0 })
    const copy = join(temporaryFolder(), 'copy')
    cpSync(path, copy, { recursive: true })
    expect((await run(copy, little)).coverage?.neverRead).toBeGreaterThan(0)
    const text = readFileSync(noted, 'utf8')
    writeFileSync(noted, text.replace(`"at":${DAY_MS}`, `"at":${9 * DAY_MS}`))
    expect((await run(path, { ...little, clock: hourly(2 * DAY_MS) })).coverage?.neverRead).toBeGreaterThan(0)
    rmSync(noted)
    expect((await run(path, { ...little, clock: hourly(2 * DAY_MS) })).coverage?.neverRead).toBeGreaterThan(0)
  })

  test('that is interrupted keeps what it read', async () => {
    const path = await vaultOfBlocks()
    const abort = new AbortController()
    let steps = 0
    const progress = () => {
      if (++steps === 6) abort.abort()
    }
    const options = { readData: true, maxDurationMs: 99 * DAY_MS, signal: abort.signal, progress }
    await expect(async () => {
      for await (const _ of checkVaultAt(path, options));
    }).rejects.toThrow('interrupted')
    const { coverage } = await run(path, { maxDurationMs: 4 * HOUR_MS, clock: hourly(Date.now()) })
    expect(coverage?.neverRead).toBeLessThan(BLOCKS - 4)
  })
})

describe('the copy of before an upgrade', () => {
  const copyIn = (path: string) => existsSync(join(path, 'catalog-format-6.db'))

  test('stays until everything was read and nothing is damaged, then goes', async () => {
    const path = unpackGolden(6)
    await (await openVaultForWriting(path)).close()
    expect((await run(path, { readData: false })).codes).toEqual(['copy-kept'])
    expect((await run(path, { subset: { n: 1, m: 2 } })).codes).toEqual(['copy-kept'])
    expect(copyIn(path)).toBe(true)
    expect((await run(path, {})).codes).toEqual(['copy-removed'])
    expect(copyIn(path)).toBe(false)
    expect((await run(path, {})).codes).toEqual([])
  })

  test('stays where something is damaged', async () => {
    const path = unpackGolden(6)
    await (await openVaultForWriting(path)).close()
    damageBlock(path, 1)
    for (let times = 1; times <= 2; times++) {
      const { codes } = await run(path, {})
      expect([codes[0], codes.at(-1)]).toEqual(['content-damaged', 'copy-kept'])
    }
    expect(copyIn(path)).toBe(true)
  })
})

const reading = fc
  .record({
    first: fc.integer({ min: 1, max: 30 }),
    length: fc.integer({ min: 1, max: 30 }),
    at: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ first, length, at }): Reading => ({ first, last: first + length - 1, at }))

test('readings say of each id when it was last read, and in which order they come', () => {
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 12 }), fc.integer({ min: 1, max: 70 }), (made, highest) => {
      const truth = new Map<number, number>()
      let readings: Reading[] = []
      for (const one of made) {
        readings = withReading(readings, one)
        for (let id = one.first; id <= one.last; id++) truth.set(id, one.at)
      }
      const order = longestAgoFirst(readings, highest)
      const ids = order.flatMap(({ first, last, at }) =>
        Array.from({ length: last - first + 1 }, (_, index) => [first + index, at] as const),
      )
      expect(ids.map(([, at]) => at)).toEqual(ids.map(([, at]) => at).toSorted((a, b) => a - b))
      expect(new Map(ids)).toEqual(
        new Map(Array.from({ length: highest }, (_, index) => [index + 1, truth.get(index + 1) ?? 0])),
      )
      expect(ids).toHaveLength(highest)
    }),
  )
})
