/**
 * Every page of the real documentation, of the nights that EVERY names (default: each tenth and the last; 1 is all), as document
 * and as Markdown: no text is lost, nothing throws, nothing but allowed HTML comes out. So it is where this version has not heard
 * of a third of a document's types: each of those is a box that is seen. Each page is compared with the night before, and the
 * comparison has the whole text of both.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { convertDocument } from '../../src/emulator/content/document.ts'
import { makeResolver } from '../../src/emulator/content/targets.ts'
import { digestOf } from '../../src/model/digest.ts'
import { type Body, compareBodies } from '../../src/render/compare/compare-bodies.ts'
import type { BlockChange } from '../../src/render/compare/comparison.ts'
import { renderComparison } from '../../src/render/compare/render-comparison.ts'
import { renderDocument } from '../../src/render/document/render-document.ts'
import { renderMarkdown } from '../../src/render/markdown/render-markdown.ts'
import { dataSets, stateCount, writeState } from '../helpers/data-sets.ts'
import { bodyTextOf, problemsOf, problemsOfComparison, wholeTextOf } from '../helpers/rendered-html.ts'
import { filesBelow } from '../helpers/source-tree.ts'
import { night } from './context.ts'
import { oracleText, squeezed } from './document-oracle.ts'
import { lostText } from './markdown-oracle.ts'
import { withUnknownTypes } from './unknown-types.ts'

const sets = process.env.SETS?.split(',') ?? dataSets()
const every = Number(process.env.EVERY ?? 10)
const work = mkdtempSync(join(tmpdir(), 'docvault-render-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const resolve = makeResolver({ pages: new Map(), files: new Map(), includes: new Map() })
const documentOf = (markdown: string, file: string) => convertDocument(markdown, { title: '', file, resolve })

describe.each(sets)('%s', set => {
  test('every page loses nothing, and what changed can be shown', { timeout: 4 * 3_600_000 }, () => {
    const figures = { nights: 0, pages: 0, compared: 0, slowestMs: 0, slowestPage: '' }
    const problems: string[] = []
    const seen = new Set<string>()
    const before = new Map<string, string>()
    for (const state of statesOf(set)) {
      figures.nights++
      writeState(set, state, join(work, set))
      for (const path of filesBelow(join(work, set)).filter(name => name.endsWith('.md'))) {
        const markdown = readFileSync(path, 'utf8')
        const digest = digestOf(markdown)
        if (seen.has(digest)) continue
        seen.add(digest)
        figures.pages++
        const started = performance.now()
        problems.push(...problemsOfPage(markdown, path).map(problem => `${state} ${path}: ${problem}`))
        const old = before.get(path)
        before.set(path, markdown)
        if (old !== undefined) {
          figures.compared++
          problems.push(...problemsOfChange(old, markdown).map(problem => `${state} ${path}: ${problem}`))
        }
        const tookMs = performance.now() - started
        if (tookMs > figures.slowestMs) Object.assign(figures, { slowestMs: tookMs, slowestPage: path })
      }
    }
    console.log(set, figures)
    expect(problems.slice(0, 20)).toEqual([])
    expect(figures.pages).toBeGreaterThan(0)
  })
})

function statesOf(set: string): number[] {
  const count = stateCount(set)
  const states = Array.from({ length: count }, (_, index) => index + 1)
  return states.filter(state => state % every === 0 || state === count)
}

function problemsOfPage(markdown: string, path: string): string[] {
  const document = documentOf(markdown, path)
  const fromMarkdown = renderMarkdown(markdown, night)
  const lost = lostText(markdown, bodyTextOf(fromMarkdown))
  return [
    ...problemsOfDocument(document),
    ...problemsOfUnknown(document),
    ...problemsOf(fromMarkdown),
    ...(lost === null ? [] : [`lost ${lost}`]),
  ]
}

function problemsOfDocument(document: unknown): string[] {
  const html = renderDocument(document, night)
  return [...problemsOf(html), ...otherText(bodyTextOf(html), oracleText(document))]
}

function problemsOfUnknown(document: unknown): string[] {
  const { document: odd, count } = withUnknownTypes(document, 3)
  const named = wholeTextOf(renderDocument(odd, night)).match(/not known here: [\w-]+-to-come/g) ?? []
  const problems = problemsOfDocument(odd).map(problem => `of unknown types: ${problem}`)
  return [...problems, ...(named.length === count ? [] : [`${named.length} boxes of ${count}`])]
}

function otherText(shown: string, wanted: string): string[] {
  const [a, b] = [squeezed(shown), squeezed(wanted)]
  return a === b ? [] : [`other text from ${placeOf(a, b)}`]
}

function placeOf(shown: string, wanted: string): string {
  let at = 0
  while (at < shown.length && shown[at] === wanted[at]) at++
  return `${at}: ${shown.slice(at, at + 60)} | ${wanted.slice(at, at + 60)}`
}

function problemsOfChange(old: string, fresh: string): string[] {
  const documents = [documentOf(old, 'a.md'), documentOf(fresh, 'a.md')] as const
  return [
    ...problemsOfComparing({ document: documents[0] }, { document: documents[1] }, [
      renderDocument(documents[0], night),
      renderDocument(documents[1], night),
    ]),
    ...problemsOfComparing({ markdown: old }, { markdown: fresh }, [
      renderMarkdown(old, night),
      renderMarkdown(fresh, night),
    ]),
  ]
}

function problemsOfComparing(before: Body, after: Body, [old, fresh]: [string, string]): string[] {
  const comparison = compareBodies(before, after, night)
  const { blocks } = comparison
  const earlier = blocks
    .filter(({ before, place }) => before !== null && place !== 'after')
    .toSorted((a, b) => Number(a.before) - Number(b.before))
  const later = blocks.filter(({ after, place }) => after !== null && place !== 'before')
  const isInOrder = later.every(({ after }, index) => after === index)
  const textOf = (changes: readonly BlockChange[], side: 'ins' | 'del') =>
    bodyTextOf(changes.map(change => shownOf(change, side)).join(''))
  return [
    ...problemsOfComparison(renderComparison(comparison)),
    ...(isInOrder ? [] : ['blocks out of order']),
    ...otherText(textOf(later, 'del'), bodyTextOf(fresh)).map(problem => `compared, later: ${problem}`),
    ...otherText(textOf(earlier, 'ins'), bodyTextOf(old)).map(problem => `compared, earlier: ${problem}`),
  ]
}

/** What it says without the words of the other side. */
function shownOf({ beforeHtml, afterHtml, wordsHtml }: BlockChange, other: 'ins' | 'del'): string {
  if (wordsHtml !== null)
    return wordsHtml.toString().replace(new RegExp(`<${other}>[\\s\\S]*?</${other}>`, 'g'), '')
  return (other === 'ins' ? (beforeHtml ?? afterHtml) : afterHtml)?.toString() ?? ''
}
