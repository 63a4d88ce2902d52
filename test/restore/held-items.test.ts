/** What a restore holds at once of an organization does not grow with its spaces: counted, as memory is a matter of the machine. */
import { setImmediate as turn } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { makePlan } from '../../src/restore/plan/plan.ts'
import { chosenOf } from '../../src/restore/read/choice.ts'
import { ReadItem } from '../../src/restore/state-item.ts'
import { compareStates } from '../../src/restore/verify/compare.ts'
import { sidesOf } from '../helpers/restore-states.ts'
import type { Tree } from '../helpers/snapshot-tree.ts'

const SPACES = 20
const PAGES = 5
/** Some are worked at, and some of them by two who work side by side. */
const MOST_SPACES = 6

test.each([false, true])(
  'matching, planning and comparing hold pages of a few spaces at once, with everything there: %s',
  async isThere => {
    const sides = await sidesOf(spaces('left', SPACES), spaces('right', isThere ? SPACES : 0))
    const { source, target, matches } = sides
    const request = { snapshot: source.snapshot, to: 'other', onConflict: 'skip' } as const
    const chosen = chosenOf(source, {})
    const counting = countWhile()
    const plan = await makePlan({
      ...sides,
      chosen,
      request,
      begun: target,
      undeletable: new Set(),
      contents: '',
      state: '',
      requestsPerSecond: 100,
    })
    const outcome = { done: 0, failures: [], notes: [] }
    const { kinds } = await compareStates({ ...sides, chosen, request, run: 1, plan, outcome })
    const most = await counting.end()
    const page = kinds.find(({ kind }) => kind === 'page')
    expect((page?.full ?? 0) + (page?.part ?? 0) + (page?.not ?? 0)).toBe(SPACES * PAGES)
    expect(source.list('space').filter(space => matches.target(space))).toHaveLength(isThere ? SPACES : 0)
    // Spaces and the organizations are held, of both sides; and a tree with its pages of a few.
    expect(most).toBeLessThan(2 * (1 + SPACES) + 2 * MOST_SPACES * (1 + PAGES))
  },
)

/** Counts, again and again, what is there and can be reached. */
function countWhile() {
  let [most, isOver] = [0, false]
  const count = async () => {
    while (!isOver) {
      // Each collects garbage, which takes a while: not at every turn.
      for (let waited = 0; waited < 300 && !isOver; waited++) await turn()
      most = Math.max(most, queryObjects(ReadItem, { format: 'count' }))
    }
  }
  const done = count()
  return {
    async end(): Promise<number> {
      isOver = true
      await done
      return most
    },
  }
}

function spaces(side: string, count: number): Tree {
  const names = Array.from({ length: count }, (_, space) => space)
  return {
    space: Object.fromEntries(
      names.map(space => [
        `${side}${space}`,
        { json: { title: `Space ${space}` }, below: contentOf(side, space) },
      ]),
    ),
  }
}

function contentOf(side: string, space: number): Tree {
  const pages = Array.from({ length: PAGES }, (_, page) => ({
    id: `${side}${space}p${page}`,
    title: `Page ${page}`,
    slug: `page-${page}`,
    path: `page-${page}`,
    type: 'document',
  }))
  return {
    revision: { [`${side}${space}r`]: { json: { pages: pages.map(({ id }) => ({ id })) } } },
    page: Object.fromEntries(pages.map(({ id, ...json }) => [id, { json }])),
  }
}
