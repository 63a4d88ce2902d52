/** Which rows were written is answered right or not at all: where few are other than both sides say, right. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsAsWritten } from '../../src/vault/catalog/proved-rows.ts'
import { addSums, sumOf } from '../../src/vault/catalog/row-sum.ts'

/** What became of a row that was written, or came on its own. */
const fate = fc.oneof(
  { weight: 6, arbitrary: fc.constant('in both') },
  { weight: 6, arbitrary: fc.constant('only here') },
  { weight: 6, arbitrary: fc.constant('only there') },
  { weight: 1, arbitrary: fc.constantFrom('altered here', 'older there', 'deleted since', 'made up here') },
)
/** These are told by trying; a row that only the other side has as it was before is nowhere. */
const TRIED = new Set(['altered here', 'deleted since', 'made up here'])

test('of a part of a table, from what can be read and what another catalog has', () => {
  let found = 0
  fc.assert(
    fc.property(fc.array(fate, { maxLength: 60 }), fates => {
      const [written, mine, others] = [0, 1, 2].map(() => new Map<string, number>())
      if (!written || !mine || !others) return
      for (const [key, of] of [...fates.entries()].map(([at, each]) => [String(at), each] as const)) {
        if (of !== 'deleted since' && of !== 'made up here') written.set(key, sumOf(key))
        if (of === 'altered here' || of === 'made up here') mine.set(key, sumOf(`${key} altered`))
        else if (of !== 'only there' && of !== 'deleted since') mine.set(key, sumOf(key))
        if (of === 'older there') others.set(key, sumOf(`${key} before`))
        else if (of !== 'only here' && of !== 'made up here') others.set(key, sumOf(key))
      }
      const sum = [...written.values()].reduce(addSums, 0)
      const choice = rowsAsWritten({ rows: written.size, sum }, mine, others)
      if (choice !== null) {
        found++
        const kept = [...mine].filter(([key]) => !choice.left.has(key))
        const taken = [...others].filter(([key]) => choice.taken.has(key))
        expect(new Map([...kept, ...taken])).toEqual(written)
        expect(kept.length + taken.length).toBe(written.size)
      }
      const tried = fates.filter(each => TRIED.has(each)).length
      if (others.size > 0 && tried <= 2) expect(choice).not.toBe(null)
    }),
  )
  expect(found).toBeGreaterThan(10)
})
