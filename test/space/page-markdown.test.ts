/** What is imported into one page after the other is what a bundle of the space has, and the space is read once for it. */
import { expect, test } from 'vitest'
import { makeStanding } from '../../src/bundle/places.ts'
import type { SourceEntry, SourcePage } from '../../src/bundle/source.ts'
import { bundleSourceOf, pageMarkdownOf } from '../../src/space/bundle-source.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { makeCompany } from '../helpers/company.ts'

function pagesIn(entries: readonly SourceEntry[]): SourcePage[] {
  return entries.flatMap(entry => [
    ...(entry.type === 'page' ? [entry] : []),
    ...('entries' in entry ? pagesIn(entry.entries) : []),
  ])
}

test('the Markdown of a page is that of the bundle, and the space is read once for all of them', async () => {
  const company = await makeCompany({})
  const { snapshot } = await company.backUp()
  const vault = company.vault()
  let readings = 0
  const counted: Vault = {
    ...vault,
    resources(...asked) {
      readings++
      return vault.resources(...asked)
    },
  }
  let compared = 0
  for (const space of vault.resources(snapshot, { kind: 'space' })) {
    const wish = { purpose: 'import' } as const
    const bundle = pagesIn(bundleSourceOf(vault, snapshot, space, wish).entries)
    const before = readings
    const markdownOf = await pageMarkdownOf(counted, snapshot, space, wish)
    const opened = readings - before
    const own: (Buffer | null)[] = []
    for (const { id, kind } of vault.resources(snapshot, { parent: space.key })) {
      const markdown = await markdownOf(id)
      if (kind === 'page') own.push(markdown)
      else if (kind === 'page-group') expect(markdown).toBeNull()
    }
    const inBundle = await Promise.all(
      bundle.map(page => page.markdown({ ...makeStanding([]), file: page.path ?? '' })),
    )
    const texts = (all: readonly (Buffer | null)[]) =>
      all.flatMap(bytes => (bytes === null ? [] : [bytes.toString()])).toSorted()
    expect(texts(own)).toEqual(texts(inBundle))
    expect(readings - before).toBe(opened)
    compared += texts(own).length
  }
  expect(compared).toBeGreaterThan(5)
})
