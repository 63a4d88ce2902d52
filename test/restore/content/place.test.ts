import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestRise } from '../../../src/restore/content/longest-rise.ts'
import { arrange, Places, type PlaceTree, type Wish } from '../../../src/restore/content/place.ts'

/** A tree over some of the names, each once. */
const names = Array.from({ length: 14 }, (_, index) => `p${index}`)
const tree = fc
  .tuple(fc.shuffledSubarray(names), fc.array(fc.nat(), { minLength: 14, maxLength: 14 }))
  .map(([chosen, picks]) => treeOf(chosen, picks))

function treeOf(chosen: readonly string[], picks: readonly number[]): Wish[] {
  const nodes = chosen.map(id => ({ id, below: [] as Wish[] }))
  const roots: Wish[] = []
  nodes.forEach((node, index) => {
    const pick = (picks[index] ?? 0) % (index + 1)
    const above = pick === 0 ? undefined : nodes[pick - 1]
    if (above) above.below.push(node)
    else roots.push(node)
  })
  return roots
}

const pagesOf = (wishes: readonly Wish[]): PlaceTree[] =>
  wishes.map(({ id, below }) => ({ id, pages: pagesOf(below) }))

function wishOf(places: Places, above: string | null = null): Wish[] {
  return places.below(above).map(id => ({ id, below: wishOf(places, id) }))
}

const idsOf = (wishes: readonly Wish[]): string[] => wishes.flatMap(one => [one.id, ...idsOf(one.below)])

test('any tree becomes any other, and a second look finds nothing to move', () => {
  fc.assert(
    fc.property(tree, tree, (from, to) => {
      const wanted = new Set(idsOf(to))
      const there = new Places(pagesOf(from))
      const placements = arrange(there, to)
      // The same moves on a tree of their own, the way the platform makes them.
      const platform = new Places(pagesOf(from))
      for (const placement of placements) {
        expect(platform.isWithin(placement.into, placement.id)).toBe(false)
        platform.place(placement)
      }
      expect(wishOf(platform)).toEqual(wishOf(there))
      expect(only(wishOf(platform), wanted)).toEqual(to)
      expect(arrange(platform, to)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('what is not wanted stays where it is', () => {
  const there = new Places([{ id: 'theirs' }, { id: 'b' }, { id: 'a' }])
  expect(arrange(there, [wish('a'), wish('b')])).toHaveLength(1)
  expect(there.below(null)[0]).toBe('theirs')
})

test('one page that went elsewhere is one move', () => {
  const list = Array.from({ length: 300 }, (_, index) => wish(`x${index}`))
  const there = new Places(pagesOf([...list.slice(1), ...list.slice(0, 1)]))
  expect(arrange(there, list)).toEqual([{ id: 'x0', into: null, at: 0, isNew: false }])
})

test('a page that must stay is not moved, and the others go around it', () => {
  const there = new Places([{ id: 'c' }, { id: 'a' }, { id: 'b' }])
  const moves = arrange(there, [wish('a'), wish('b'), wish('c')], id => id !== 'c')
  expect(moves.map(one => one.id)).toEqual(['a', 'b'])
  expect(there.below(null)).toEqual(['a', 'b', 'c'])
})

test('the heaviest rise is the heaviest of all', () => {
  const list = fc.array(fc.record({ value: fc.nat(8), weight: fc.integer({ min: 1, max: 4 }) }), {
    maxLength: 9,
  })
  fc.assert(
    fc.property(list, all => {
      const found = longestRise(all)
      expect(found.every((one, index) => index === 0 || (found[index - 1]?.value ?? 0) < one.value)).toBe(
        true,
      )
      expect(weightOf(found)).toBe(heaviest(all))
    }),
  )
})

function wish(id: string): Wish {
  return { id, below: [] }
}

/** Without the pages that nobody wants; what stands below them stays out, as it is not wanted there. */
function only(wishes: readonly Wish[], wanted: ReadonlySet<string>): Wish[] {
  return wishes.filter(one => wanted.has(one.id)).map(one => ({ ...one, below: only(one.below, wanted) }))
}

const weightOf = (list: readonly { weight: number }[]) => list.reduce((sum, one) => sum + one.weight, 0)

function heaviest(list: readonly { value: number; weight: number }[], above = -1): number {
  return list.reduce((best, one, index) => {
    if (one.value <= above) return best
    return Math.max(best, one.weight + heaviest(list.slice(index + 1), one.value))
  }, 0)
}
