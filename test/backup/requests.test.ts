/**
 * What docvault asks, beside what has to be asked (docs/development/platform.md#least-requests): equal to the
 * request, or explained.
 * `npm run test:requests` prints the tables; SYNTHETIC, COMMENTS and so on make the company larger.
 */
import { expect, onTestFinished, test } from 'vitest'
import { openVault } from '../../src/vault/vault.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { startJudged } from '../helpers/judged-emulator.ts'
import { compareRequests, tableOf, unexplained } from '../helpers/requests/compare.ts'
import { type Found, type Numbers, numbersOf } from '../helpers/requests/numbers.ts'
import type { Scenario, Service } from '../helpers/requests/terms.ts'
import { itemsOf, jsonOf } from '../helpers/state/expected.ts'

const size = (name: string, fallback: number) => Number(process.env[name] ?? fallback)
const prints = process.env.PRINT !== undefined

test.each(['document', 'full'] as const)(
  'profile %s: every request is one that has to be made, or one with a reason',
  async service => {
    const company = await companyOf(service)
    const counted = numbersOf(company.emulator.state(), company.emulator.organization)
    const extensions = await extensionsOf(company)
    const numbers = () => ({ ...counted, ...found(company, extensions) })
    const first = await measure(company, service, 'first', numbers)
    if (prints) console.log(`${service}: ${JSON.stringify(numbers())}`)
    const fast = await measure(company, service, 'fast', numbers)
    // The first exact run is an audit, which reads what counts as frozen, too.
    await company.backUp({ exact: true }, { env: knownSites(company) })
    const exact = await measure(company, service, 'exact', numbers)
    expect([...first.problems, ...fast.problems, ...exact.problems]).toEqual([])
    await compareChanges(company, service, fast.total)
  },
)

async function companyOf(service: Service): Promise<Company> {
  return makeCompany({
    profile: service,
    members: size('MEMBERS', 25),
    teams: size('TEAMS', 4),
    comments: size('COMMENTS', 30),
    changeRequests: size('CHANGE_REQUESTS', 24),
    sites: size('SITES', 4),
    synthetic: { spaces: size('SPACES', 5), pages: size('PAGES', 20) },
  })
}

async function measure(company: Company, service: Service, scenario: Scenario, numbers: () => Numbers) {
  const { emulator } = company
  emulator.resetRequests()
  const exact = scenario === 'exact'
  const { state } = await company.backUp({ exact }, { env: knownSites(company) })
  const { total, operations } = emulator.requests()
  const rows = compareRequests({ service, scenario, numbers: numbers(), operations })
  if (prints) console.log(tableOf(`${service}, ${scenario}: ${total} requests`, rows))
  expect(state).toBe('complete')
  return { total, problems: unexplained(rows).map(one => `${scenario}: ${one}`) }
}

/** Not every service lists them. */
function knownSites({ emulator }: Company): Record<string, string> {
  const [own] = itemsOf(emulator.state().organizations)
  return {
    DOCVAULT_PLATFORM_SITES: itemsOf(own?.sites)
      .map(site => site.id)
      .join(),
  }
}

/** Operations that other services have and this one has not. */
async function extensionsOf({ emulator }: Company): Promise<string[]> {
  const own = namesIn(emulator.state().offers)
  const others = await Promise.all(
    (['full', 'current'] as const).map(async profile => {
      const other = await startJudged({ profile })
      onTestFinished(() => other.close())
      return namesIn(other.state().offers)
    }),
  )
  return [...new Set(others.flat())].filter(name => !own.includes(name))
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function found({ vaultPath, emulator }: Company, extensions: readonly string[]): Found {
  const vault = openVault(vaultPath)
  const isMissing = (name: string) => vault.fact(`${emulator.url} missing:${name}`) !== null
  const probes = extensions.filter(isMissing).length
  const pictures = [...vault.resources(1, { kind: 'asset' })].length
  vault.close()
  return { probes, pictures }
}

/** 3.3: one tree for each of j spaces, one body in each of two formats for each of k pages. */
async function compareChanges(company: Company, service: Service, unchanged: number): Promise<void> {
  const formats = 2
  for (const [j, k] of [
    [1, 1],
    [3, 10],
  ] as const) {
    const edited = editPages(company, j, k)
    company.emulator.resetRequests()
    const { modified } = await company.backUp({}, { env: knownSites(company) })
    const { total, operations } = company.emulator.requests()
    // The report of links of a space that changed; a second request where there are broken ones.
    const reports = operations.listSpaceLinks ?? 0
    expect(reports).toBeGreaterThanOrEqual(j)
    expect(reports).toBeLessThanOrEqual(2 * j)
    const predicted = unchanged + j + k * formats + reports
    if (prints)
      console.log(
        `${service}: ${k} pages in ${j} spaces changed: B + j + k + k (two formats) + reports of links = ${predicted}, asked ${total}`,
      )
    expect([edited, total], JSON.stringify(operations)).toEqual([k, predicted])
    // And the reports of links that say something else now.
    expect(modified).toBeGreaterThanOrEqual(k)
    expect(modified).toBeLessThanOrEqual(k + j)
  }
}

function editPages({ emulator }: Company, spaces: number, pages: number): number {
  const chosen = itemsOf(emulator.state().spaces)
    .filter(space => String(space.title).startsWith('Synthetic'))
    .slice(0, spaces)
  let edited = 0
  for (let index = 0; index < pages; index++) {
    const space = chosen[index % spaces]
    const [chapter] = itemsOf(jsonOf(space?.content).pages)
    const page = chapter && [chapter, ...itemsOf(chapter.pages)][Math.floor(index / spaces)]
    if (!page) throw new Error('there are too few pages to edit')
    emulator.patch('page', String(page.id), { markdown: `Edited ${index}, of ${pages}.\n` })
    edited++
  }
  return edited
}
