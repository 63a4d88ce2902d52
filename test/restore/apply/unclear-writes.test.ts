import { expect, test } from 'vitest'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { comparable, restoreHome, restoreInto } from '../../helpers/restoring.ts'

const FAULTS = ['status', 'reset', 'lost-answer'] as const

/** The writes by which one space comes back. */
const WHOLE = [
  ['document', ['importContent']],
  ['full', ['importContent']],
  ['current', ['updateChangeRequestContent', 'mergeChangeRequest']],
] as const

test.each(WHOLE)(
  'a write that failed once on the way is made, and made once, profile %s',
  async (profile, operations) => {
    const company = await makeCompany({ profile, members: 1, teams: 0, specs: [] })
    await company.backUp()
    const request = { spaces: ['Handbook'] }
    const whole = await restoreInto(company, { profile })
    expect((await whole.apply('1', request)).result?.state).toBe('complete')
    for (const operation of operations) {
      for (const kind of FAULTS) {
        const target = await restoreInto(company, { profile })
        target.emulator.fault({ operation, kind, count: 1, ...(kind === 'status' ? { status: 502 } : {}) })
        const { result } = await target.apply('1', request)
        expect(result?.outcome.failures, `${operation} ${kind}`).toEqual([])
        expect(result?.state, `${operation} ${kind}`).toBe('complete')
        expect(comparable(target), `${operation} ${kind}`).toEqual(comparable(whole))
      }
    }
  },
  120_000,
)

/** The writes by which a page and a file come back into a space that has content. */
const PARTS = [
  ['document', ['importContentInChangeRequest', 'mergeChangeRequest']],
  ['full', ['importContentInChangeRequest', 'importContentInChangeRequestPageById']],
  ['current', ['createChangeRequest', 'updateChangeRequestContent']],
] as const

test.each(PARTS)(
  'what is missing in a space comes back once, whatever write failed on the way, profile %s',
  async (profile, operations) => {
    const company = await makeCompany({ profile, members: 1, teams: 0, specs: [] })
    await company.backUp()
    const titles = titlesOf(company)
    const home = restoreHome(company)
    for (const operation of operations) {
      for (const kind of FAULTS) {
        remove(company, 'On Linux')
        company.emulator.fault({ operation, kind, count: 1, ...(kind === 'status' ? { status: 502 } : {}) })
        const { result } = await home.apply('1', { spaces: ['Handbook'] })
        expect(result?.outcome.failures, `${operation} ${kind}`).toEqual([])
        expect(result?.state, `${operation} ${kind}`).toBe('complete')
        expect(titlesOf(company), `${operation} ${kind}`).toEqual(titles)
      }
    }
  },
  120_000,
)

test('a run that a batch without an answer ended goes on with what the draft lacks', async () => {
  const company = await makeCompany({ profile: 'current', members: 1, teams: 0, specs: [] })
  await company.backUp()
  const titles = titlesOf(company)
  remove(company, 'On Linux')
  const home = restoreHome(company)
  const { plan } = await home.plan('1', { spaces: ['Handbook'] })
  if (!plan) throw new Error('there is no plan')
  company.emulator.fault({ operation: 'updateChangeRequestContent', kind: 'reset' })
  await expect(home.run({ action: 'apply', plan })).rejects.toThrow(/connection/)
  company.emulator.clearFaults()
  const { result } = await home.run({ action: 'resume', run: 1 })
  expect(result?.state).toBe('complete')
  expect(titlesOf(company)).toEqual(titles)
})

test('a draft that is not what was planned is not merged: it stays, and the failure names it', async () => {
  const company = await makeCompany({ profile: 'current', members: 1, teams: 0, specs: [] })
  await company.backUp()
  remove(company, 'On Linux')
  const left = titlesOf(company)
  const text = JSON.stringify({ changeRequest: {}, changes: [] })
  company.emulator.fault({ operation: 'updateChangeRequestContent', kind: 'answer', text })
  const { result } = await restoreHome(company).apply('1', { spaces: ['Handbook'] })
  expect(result?.state).toBe('partial')
  expect(result?.outcome.failures.map(one => one.reason)).toContainEqual(
    expect.stringMatching(/page On Linux did not stay.*change request \w+ of space \w+ stays as it is/),
  )
  expect(titlesOf(company)).toEqual(left)
})

test('a run whose read-back is not what was planned is partial, whatever the answers said', async () => {
  const company = await makeCompany({ profile: 'current' })
  await company.backUp()
  await company.edit({ 'guides/install.md': '# Install\n\nSomething else.\n' })
  const text = JSON.stringify({ revision: 'none', result: 'merge' })
  company.emulator.fault({ operation: 'mergeChangeRequest', kind: 'answer', text })
  const { result } = await restoreHome(company).apply('1', { onConflict: 'update' })
  expect(result?.verification.differences).not.toEqual([])
  expect(result?.state).toBe('partial')
})

interface Shown {
  id: string
  title: string
  pages?: Shown[]
}

function pagesOf({ emulator }: Company): Shown[] {
  const state = JSON.parse(JSON.stringify(emulator.state()))
  const space = state.spaces.find((one: { title: string }) => one.title === 'Handbook')
  const flat = (pages: readonly Shown[]): Shown[] => pages.flatMap(page => [page, ...flat(page.pages ?? [])])
  return flat(space.content.pages)
}

function titlesOf(company: Company): string[] {
  return pagesOf(company)
    .map(page => page.title)
    .sort()
}

function remove(company: Company, title: string): void {
  company.emulator.remove('page', pagesOf(company).find(page => page.title === title)?.id ?? '')
}
