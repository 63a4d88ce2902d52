/** What agents made and what a company is linked to, held against the descriptions: its reads, and the writes there are. */

import { expect, test } from 'vitest'
import { resources } from '../../src/resources/index.ts'
import { ALSO_READ, keptCases } from '../contract/kind-cases/kept.ts'
import { linkedCases } from '../contract/kind-cases/linked.ts'
import { asKind } from '../helpers/as-kind.ts'
import { makeCompany } from '../helpers/company.ts'
import { watchDifferences } from '../helpers/shapes/watch-differences.ts'

const cases = { ...keptCases, ...linkedCases }

/** Older services have these of them. */
const OLDER = ['custom-hostname', 'site-hostname', 'site-integration-script', 'site-visitor-segment']

const ASKED_FOR = [
  ...resources.flatMap(one => ('plainList' in one && one.plainList ? [one.kind] : [])),
  'site-question-answer',
]

test.each([
  ['full', OLDER],
  ['current', Object.keys(cases)],
] as const)('a service of %s is asked for it and answers as its description says', async (profile, kinds) => {
  const chosen = Object.entries(cases).filter(([kind]) => kinds.includes(kind))
  const lists = chosen.flatMap(([, one]) => one.options?.lists ?? [])
  const company = await makeCompany({ profile, sites: 2, changeRequests: 8, lists })
  const judged = watchDifferences(profile, null)
  for (const [, one] of chosen) await one.prepare?.(company)
  const first = await company.backUp({ exact: true }, { env: ALSO_READ })
  for (const [kind] of chosen) expect(first.resources[asKind(kind)], kind).toBeGreaterThan(0)
  for (const [, one] of chosen) await one.change?.(company)
  // Before something is recorded as gone, it is asked for.
  for (const kind of ASKED_FOR) if (kinds.includes(kind)) await cases[kind]?.remove(company)
  const second = await company.backUp({ exact: true }, { env: ALSO_READ })
  expect([first.state, second.state]).toEqual(['complete', 'complete'])
  expect(judged.differences()).toEqual([])
})
