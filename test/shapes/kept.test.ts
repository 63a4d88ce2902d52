/** What agents made and what a company is linked to, held against the descriptions: its reads, and the writes there are. */

import { expect, test } from 'vitest'
import { ALSO_READ, keptCases } from '../contract/kind-cases/kept.ts'
import { linkedCases } from '../contract/kind-cases/linked.ts'
import { asKind } from '../helpers/as-kind.ts'
import { makeCompany } from '../helpers/company.ts'
import { watchDifferences } from '../helpers/shapes/watch-differences.ts'

const cases = { ...keptCases, ...linkedCases }

/** Older services have these of them. */
const OLDER = ['custom-hostname', 'site-hostname', 'site-integration-script', 'site-visitor-segment']

test.each([
  ['full', OLDER],
  ['current', Object.keys(cases)],
] as const)('a service of %s is asked for it and answers as its description says', async (profile, kinds) => {
  const company = await makeCompany({ profile, sites: 2, changeRequests: 8 })
  const judged = watchDifferences(profile, null)
  const chosen = Object.entries(cases).filter(([kind]) => kinds.includes(kind))
  for (const [, one] of chosen) await one.prepare?.(company)
  const first = await company.backUp({ exact: true }, { env: ALSO_READ })
  for (const [kind] of chosen) expect(first.resources[asKind(kind)], kind).toBeGreaterThan(0)
  for (const [, one] of chosen) await one.change?.(company)
  // Before something is recorded as gone, it is asked for.
  for (const kind of [
    'site-topic',
    'site-finding',
    'context-record',
    'site-question',
    'site-question-answer',
  ])
    if (kinds.includes(kind)) await cases[kind]?.remove(company)
  const second = await company.backUp({ exact: true }, { env: ALSO_READ })
  expect([first.state, second.state]).toEqual(['complete', 'complete'])
  expect(judged.differences()).toEqual([])
})
