/** When what was read last, over nights in which some scopes are read and others are believed, against a list of all readings. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Kind } from '../../src/model/resource.ts'
import { newVault, ORGANIZATION, seal, writeScope } from './fixture.ts'

const SPACES = ['a', 'b', 'c']
const KINDS = ['page', 'file'] as const satisfies Kind[]

/** One scope of a space: with which token it is read, and whether in full. */
const reading = fc.record({
  space: fc.constantFrom(...SPACES),
  kind: fc.constantFrom(...KINDS),
  token: fc.constantFrom('one', 'two', null),
  exact: fc.boolean(),
})
const nights = fc.array(
  fc.uniqueArray(reading, { maxLength: 6, selector: ({ space, kind }) => `${space} ${kind}` }),
  { minLength: 1, maxLength: 8 },
)

interface Mark {
  kind: Kind
  token: string | null
  at: number
  exactAt: number | null
  snapshot: number
}

test('marks say of each scope when it was read last, however many nights there are', async () => {
  await fc.assert(
    fc.asyncProperty(nights, async wanted => {
      let now = Date.parse('2026-01-01T00:00:00Z')
      const { vault } = await newVault({ clock: () => now })
      const marks = new Map<string, Mark>()
      for (const readings of wanted) {
        now += 3_600_000
        const writer = vault.begin(ORGANIZATION, 'test')
        const spaces = await writeScope(writer, null, 'space', { a: '1', b: '1', c: '1' })
        for (const [space, key] of spaces)
          for (const kind of KINDS) {
            const mark = marks.get(`${space} ${kind}`)
            const exactAt = mark?.exactAt == null ? null : new Date(mark.exactAt).toISOString()
            expect(writer.lastRead(key, kind)).toEqual(
              mark === undefined ? null : { token: mark.token, exactAt, snapshot: mark.snapshot },
            )
          }
        for (const { space, kind, token, exact } of readings) {
          now += 1000
          const scope = writer.scope(spaces.get(space) ?? null, kind)
          await scope.finish({ token, exact })
          const before = marks.get(`${space} ${kind}`)
          const exactAt = exact ? now : (before?.exactAt ?? null)
          marks.set(`${space} ${kind}`, { kind, token, at: now, exactAt, snapshot: writer.id })
        }
        const unread = [...marks.values()].filter(mark => mark.snapshot < writer.id)
        expect(writer.unread()).toEqual(
          [...Map.groupBy(unread, ({ kind }) => kind)]
            .map(([kind, own]) => ({
              kind,
              scopes: own.length,
              oldest_read: new Date(Math.min(...own.map(({ at }) => at))).toISOString(),
            }))
            .toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
        )
        await seal(writer)
        const oldest = vault.oldestReads(writer.id)
        for (const kind of KINDS) {
          const times = [...marks.values()].flatMap(mark => (mark.kind === kind ? (mark.exactAt ?? []) : []))
          expect(oldest.get(kind)).toBe(
            times.length === 0 ? undefined : new Date(Math.min(...times)).toISOString(),
          )
        }
      }
      await vault.close()
    }),
    { numRuns: 25 },
  )
})
