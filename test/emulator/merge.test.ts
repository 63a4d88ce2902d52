import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeContent } from '../../src/emulator/state/merge-content.ts'
import { replacePage, walkPages } from '../../src/emulator/state/page.ts'
import { insertPages } from '../../src/emulator/state/place-page.ts'
import type { Content, PageNode } from '../../src/emulator/state/records/content.ts'

type Pages = readonly PageNode[]

const page = (id: string, pages: Pages = [], title = id): PageNode => ({ id, title, type: 'document', pages })
const contentOf = (pages: Pages): Content => ({ pages, files: [], reusableContents: [], variables: {} })
const ids = (pages: Pages) => [...walkPages(pages)].map(one => one.id)
const shape = (pages: Pages): unknown => pages.map(one => [one.id, one.title, shape(one.pages ?? [])])

const BASE: Pages = [page('a', [page('b', [page('c')]), page('d')]), page('e'), page('f', [page('g')])]

type Edit =
  | { kind: 'rename'; id: string }
  | { kind: 'delete'; id: string }
  | { kind: 'move' | 'insert'; id: string; into: string | null; at: number }

const anyId = fc.constantFrom(...ids(BASE))
const place = { into: fc.option(anyId), at: fc.nat(3) }
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('rename' as const), id: anyId }),
  fc.record({ kind: fc.constant('delete' as const), id: anyId }),
  fc.record({ kind: fc.constant('move' as const), id: anyId, ...place }),
  fc.record({ kind: fc.constant('insert' as const), id: fc.constantFrom('x', 'y', 'z'), ...place }),
)
const edits = fc.array(edit, { maxLength: 4 })

/** `side` names what is new, so that both sides make pages of their own. */
function applied(all: readonly Edit[], side: string): Pages {
  return all.reduce<Pages>((pages, one) => {
    const known = new Set(ids(pages))
    if (one.kind === 'insert') {
      const id = `${side}-${one.id}`
      if (known.has(id) || (one.into !== null && !known.has(one.into))) return pages
      return insertPages(pages, [page(id)], one.into, one.at)
    }
    const found = [...walkPages(pages)].find(candidate => candidate.id === one.id)
    if (found === undefined) return pages
    if (one.kind === 'rename') return replacePage(pages, one.id, { ...found, title: `${one.id} by ${side}` })
    const rest = replacePage(pages, one.id, null)
    if (one.kind === 'delete') return rest
    const target = one.into
    if (target !== null && !ids(rest).includes(target)) return pages
    return insertPages(rest, [found], target, one.at)
  }, BASE)
}

test('merging with an unchanged side gives the other side exactly', () => {
  fc.assert(
    fc.property(edits, all => {
      const changed = contentOf(applied(all, 'draft'))
      const copy = contentOf(structuredClone(BASE))
      const merged = [
        mergeContent(contentOf(BASE), copy, changed),
        mergeContent(contentOf(BASE), changed, copy),
      ]
      for (const one of merged) {
        expect(shape(one.content.pages)).toEqual(shape(changed.pages))
        expect(one.conflicted).toBe(false)
      }
    }),
  )
})

test('whatever both sides do, no page comes twice, none is made up, and no edit is lost', () => {
  fc.assert(
    fc.property(edits, edits, (ofMain, ofDraft) => {
      const [main, draft] = [applied(ofMain, 'main'), applied(ofDraft, 'draft')]
      const { content, conflicted } = mergeContent(contentOf(BASE), contentOf(main), contentOf(draft))
      const merged = ids(content.pages)
      expect(new Set(merged).size).toBe(merged.length)
      const known = new Set([...ids(main), ...ids(draft)])
      expect(merged.filter(id => !known.has(id))).toEqual([])
      const untouched = ids(BASE).filter(id => ids(main).includes(id) && ids(draft).includes(id))
      const added = [...ids(main), ...ids(draft)].filter(id => id.includes('-'))
      const renamed = [...walkPages(main), ...walkPages(draft)].filter(one => one.title.includes(' by '))
      for (const id of [...untouched, ...added, ...renamed.map(one => one.id)]) expect(merged).toContain(id)
      const twice = renamed.filter(one => renamed.some(other => other !== one && other.id === one.id))
      if (twice.length > 0) expect(conflicted).toBe(true)
    }),
  )
})
