/**
 * Every page of the real documentation, of the nights that EVERY names (default: each tenth and the last; 1 is all), as document
 * and as Markdown: no text is lost, nothing throws, nothing but allowed HTML comes out. Each is compared with the night before.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { convertDocument } from '../../src/emulator/content/document.ts'
import { makeResolver } from '../../src/emulator/content/targets.ts'
import { digestOf } from '../../src/model/digest.ts'
import { type Body, compareBodies } from '../../src/render/compare/compare-bodies.ts'
import { renderComparison } from '../../src/render/compare/render-comparison.ts'
import { renderDocument } from '../../src/render/document/render-document.ts'
import { renderMarkdown } from '../../src/render/markdown/render-markdown.ts'
import { dataSets, stateCount, writeState } from '../helpers/data-sets.ts'
import { bodyTextOf, problemsOf, problemsOfComparison, wholeTextOf } from '../helpers/rendered-html.ts'
import { filesBelow } from '../helpers/source-tree.ts'
import { night } from './context.ts'
import { oracleText, squeezed } from './document-oracle.ts'
import { lostLetters } from './markdown-oracle.ts'

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
  const [html, fromMarkdown] = [renderDocument(document, night), renderMarkdown(markdown, night)]
  const [shown, wanted] = [squeezed(bodyTextOf(html)), squeezed(oracleText(document))]
  const lost = lostLetters(markdown, wholeTextOf(fromMarkdown))
  return [
    ...problemsOf(html),
    ...problemsOf(fromMarkdown),
    ...(shown === wanted ? [] : [`other text from ${placeOf(shown, wanted)}`]),
    ...(lost.length === 0 ? [] : [`lost letters ${lost.join('')}`]),
  ]
}

function placeOf(shown: string, wanted: string): string {
  let at = 0
  while (at < shown.length && shown[at] === wanted[at]) at++
  return `${at}: ${shown.slice(at, at + 60)} | ${wanted.slice(at, at + 60)}`
}

function problemsOfChange(old: string, fresh: string): string[] {
  const bodies: [Body, Body][] = [
    [{ document: documentOf(old, 'a.md') }, { document: documentOf(fresh, 'a.md') }],
    [{ markdown: old }, { markdown: fresh }],
  ]
  return bodies.flatMap(([before, after]) => {
    const comparison = compareBodies(before, after, night)
    const places = comparison.blocks.filter(({ place }) => place !== 'before').map(change => change.after)
    const inOrder = places.every((place, index) => place === index)
    return [
      ...problemsOfComparison(renderComparison(comparison)),
      ...(inOrder ? [] : ['blocks out of order']),
    ]
  })
}
