import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Company, makeCompany } from '../helpers/company.ts'
import { restoreHome } from '../helpers/restoring.ts'

const RUNS = Number(process.env.RUNS ?? 3)
const FILES = ['README.md', ...Array.from({ length: 7 }, (_, index) => `p${index}.md`)]

/** Some of the files as a table of contents of any shape, with titles of any kind. */
const summary = fc
  .tuple(
    fc.shuffledSubarray(FILES, { minLength: 3 }),
    fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
    fc.array(fc.constantFrom('Alpha', 'Beta', 'Gamma', null), { minLength: 8, maxLength: 8 }),
  )
  .map(([files, picks, titles]) => summaryOf(files, picks, titles))

function summaryOf(
  files: readonly string[],
  picks: readonly number[],
  titles: readonly (string | null)[],
): string {
  const nodes = files.map((file, index) => ({ file, title: titles[index] ?? file, below: [] as string[][] }))
  const roots: string[][] = []
  // From behind, so that what stands below a page is complete when the page is placed.
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index]
    if (node === undefined) continue
    const lines = [`* [${node.title}](${node.file})`, ...node.below.flat().map(line => `  ${line}`)]
    const pick = (picks[index] ?? 0) % (index + 1)
    const above = pick === 0 ? roots : nodes[pick - 1]?.below
    above?.unshift(lines)
  }
  return ['# Table of contents', '', ...roots.flat(), ''].join('\n')
}

test.each(['current', 'full'] as const)(
  'a tree that became any other comes back, exactly or as announced, and a second plan is empty, profile %s',
  async profile => {
    const company = await makeCompany({ profile, members: 1, teams: 0, specs: [] })
    await company.edit(Object.fromEntries(FILES.map(file => [file, `Text of ${file}.\n`])))
    const home = restoreHome(company)
    await fc.assert(
      fc.asyncProperty(summary, summary, async (before, after) => {
        await company.edit({ 'SUMMARY.md': before })
        const { snapshot } = await company.backUp({ exact: true })
        const wanted = linesOf(company)
        await company.edit({ 'SUMMARY.md': after })
        const request = { spaces: ['Handbook'], onConflict: 'update' as const }
        const { result } = await home.apply(String(snapshot), request)
        expect(result?.outcome.failures).toEqual([])
        expect(result?.verification.differences).toEqual([])
        if (profile === 'current') expect(linesOf(company, wanted)).toEqual(wanted)
        expect((await home.plan(String(snapshot), request)).plan?.steps).toEqual([])
      }),
      { numRuns: RUNS, seed: 7 },
    )
  },
  600_000,
)

interface Shown {
  title: string
  pages?: Shown[]
}

/** Titles with what stands above them, in reading order; of those that are wanted. */
function linesOf({ emulator }: Company, wanted?: readonly string[]): string[] {
  const state = JSON.parse(JSON.stringify(emulator.state()))
  const space = state.spaces.find((one: { title: string }) => one.title === 'Handbook')
  const flat = (pages: readonly Shown[], above: string): string[] =>
    pages.flatMap(page => [`${above}/${page.title}`, ...flat(page.pages ?? [], `${above}/${page.title}`)])
  const lines = flat(space.content.pages, '')
  return wanted ? lines.filter(line => wanted.includes(line)) : lines
}
