/** How a change is told: which pages moved, what was done, and the words that went and came. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actionsOf, type VersionDifference } from '../../src/diff/actions.ts'
import { wordDiff } from '../../src/diff/body-diff.ts'
import { formatMove, formatValue } from '../../src/diff/format-value.ts'
import { sideBySide } from '../../src/diff/html/side-by-side.ts'
import { treeMoves, treeOf } from '../../src/diff/page-tree.ts'

describe('pages of a tree', () => {
  const flat = (ids: readonly string[]) => treeOf({ pages: ids.map(id => ({ id })) })
  const order = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f'])

  test('as few as possible are called reordered, and those that stay are in order', () => {
    fc.assert(
      fc.property(order, order, (before, after) => {
        const moves = treeMoves(flat(before), flat(after))
        const common = after.filter(id => before.includes(id))
        const stay = common.filter(id => !moves.has(id))
        expect(stay).toEqual(before.filter(id => stay.includes(id)))
        expect(stay).toHaveLength(longestIn(common, before))
        expect([...moves.keys()].every(id => common.includes(id))).toBe(true)
        expect([...moves.values()].every(one => one.reordered)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('one that goes below another is moved, and its old siblings are not', () => {
    const before = treeOf({ pages: [{ id: 'a' }, { id: 'b', pages: [{ id: 'c' }] }, { id: 'd' }] })
    const after = treeOf({ pages: [{ id: 'b', pages: [{ id: 'a' }, { id: 'c' }] }, { id: 'd' }] })
    expect([...treeMoves(before, after)]).toEqual([
      ['a', { from: { parent: null, index: 0 }, to: { parent: 'b', index: 0 }, reordered: false }],
    ])
  })

  test('what is no page is left out, and a tree without pages is empty', () => {
    expect([...treeOf({ pages: [{ title: 'x' }, null, { id: 'a', pages: 'none' }] }).keys()]).toEqual(['a'])
    expect(treeOf({}).size).toBe(0)
  })

  test('a move is told from where to where', () => {
    const move = { from: { parent: null, position: 2 }, to: { parent: 'Guides', position: 1 } }
    expect(formatMove(move)).toBe('the root, place 2 → Guides, place 1')
  })
})

describe('what was done', () => {
  const done = (change: Partial<VersionDifference>) =>
    actionsOf({
      kind: 'page',
      type: 'modified',
      fields: [],
      parts: [],
      moved: false,
      reordered: false,
      ...change,
    })
  const fields = (...paths: readonly string[]) => paths.map(path => ({ path, before: 1, after: 2 }))

  test.each([
    ['member', 'joined', 'left'],
    ['team-member', 'joined team', 'left team'],
    ['saml-provider', 'created', 'removed'],
    ['installation', 'installed', 'uninstalled'],
    ['installation-space', 'connected', 'disconnected'],
    ['comment', 'posted', 'deleted'],
    ['file', 'uploaded', 'deleted'],
    ['space-user-grant', 'granted', 'revoked'],
    ['site-team-grant', 'granted', 'revoked'],
    ['space-access', 'gained access', 'lost access'],
    ['page', 'created', 'deleted'],
  ] as const)('%s: %s, %s', (kind, came, went) => {
    expect([done({ kind, type: 'added' }), done({ kind, type: 'removed' })]).toEqual([[came], [went]])
    expect(done({ kind, type: 'unknown', fields: fields('role') })).toEqual(['unknown'])
  })

  test.each([
    ['role', 'role changed'],
    ['defaultRole', 'role changed'],
    ['visibility', 'access changed'],
    ['visitorAuth.backend', 'access changed'],
    ['disabled', 'status changed'],
    ['user.displayName', 'renamed'],
    ['git.path', 'path changed'],
    ['parent', 'moved'],
    ['certificate', 'sign-on changed'],
    ['roles', 'settings changed'],
    ['visibilityOf', 'settings changed'],
  ])('the field %s: %s', (path, action) => {
    expect(done({ fields: fields(path) })).toEqual([action])
  })

  test('a page that moves has one thing done to it, its new path is none of its own', () => {
    expect(done({ moved: true, fields: fields('path') })).toEqual(['moved'])
    expect(done({ reordered: true, fields: fields('path') })).toEqual(['reordered', 'path changed'])
    const parts = [{ name: 'bytes', before: null, after: { digest: 'd', bytes: 1 } }]
    expect([done({ parts }), done({ kind: 'file', parts })]).toEqual([['edited'], ['replaced']])
    expect(done({})).toEqual(['edited'])
    expect(done({ fields: fields('title', 'slug', 'label') })).toEqual(['renamed', 'path changed'])
  })
})

describe('two texts', () => {
  const text = fc.array(fc.constantFrom('one', 'two', '<b>', '&', ' ', '\n', "'"), { maxLength: 12 })

  test('the words that stayed and went are the old text, those that stayed and came the new one', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [before, after] = [left.join(''), right.join('')]
        const pieces = wordDiff(before, after) ?? []
        const without = (kind: string) =>
          pieces
            .filter(one => one.kind !== kind)
            .map(one => one.text)
            .join('')
        expect([without('added'), without('removed')]).toEqual([before, after])
      }),
      { numRuns: 300 },
    )
    expect(wordDiff('a'.repeat(100_000), 'b'.repeat(100_000))).toHaveLength(2)
    expect(wordDiff('a'.repeat(100_000), 'b'.repeat(100_001))).toBeNull()
  })

  test('beside each other every line has its number and its own side, and nothing of it is markup', () => {
    const [before, after] = ['same\nold <b>\nend\n', 'same\nnew <b>\nmore\nend\n']
    const html = sideBySide({ name: 'x.md', before, after })
    const at = (number: number | '') => `<td class="at">${number}</td>`
    expect(html).toContain(`${at(1)}<td>same</td>${at(1)}<td class="twice">same</td>`)
    expect(html).toContain(`${at(2)}<td class="gone"><del>old</del> &lt;b&gt;</td>`)
    expect(html).toContain(`${at(2)}<td class="come"><ins>new</ins> &lt;b&gt;</td>`)
    expect(html).toContain(`<tr>${at('')}<td class="blank"></td>${at(3)}<td class="come">more</td></tr>`)
    expect(html).toContain(`${at(3)}<td>end</td>${at(4)}<td class="twice">end</td>`)
    expect(html).not.toContain('<b>')
    const words = ['>same<', '>old<', '>more<', '>end<']
    expect(words.map(word => html.indexOf(word)).every((at, index, all) => at > (all[index - 1] ?? -1))).toBe(
      true,
    )
  })

  test('lines between two places that differ are skipped, long lines and many rows are cut', () => {
    const lines = (change: string) => [change, ...Array.from({ length: 20 }, () => 'x'), change].join('\n')
    const html = sideBySide({ name: 'x', before: lines('a'), after: lines('b') })
    expect(html.match(/class="skip"/g)).toHaveLength(1)
    const long = sideBySide({ name: 'x', before: '', after: `${'y'.repeat(4001)}\n` })
    expect(long).toContain(`>${'y'.repeat(4000)}…<`)
    const many = sideBySide({ name: 'x', before: '', after: 'z\n'.repeat(2003) })
    expect([many.match(/<tr>/g)?.length, many.includes('… and 3 more lines')]).toEqual([2000, true])
  })

  test('a value is one line: absent is empty, null is said, a long one is cut', () => {
    expect([undefined, null, 'x', ['x']].map(formatValue)).toEqual(['', 'null', 'x', '["x"]'])
    expect(formatValue('x'.repeat(300))).toBe('x'.repeat(300))
    expect(formatValue('x'.repeat(301))).toBe(`${'x'.repeat(300)}…`)
  })
})

/** Length of the longest part of one order that stands in the other in the same order; by trying all. */
function longestIn(one: readonly string[], other: readonly string[]): number {
  let best = 0
  for (let chosen = 0; chosen < 1 << one.length; chosen++) {
    const part = one.filter((_id, index) => (chosen >> index) % 2 === 1)
    const places = part.map(id => other.indexOf(id))
    if (places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1)))
      best = Math.max(best, part.length)
  }
  return best
}
