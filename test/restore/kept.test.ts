/** A company with all that its agent made and that it is linked to: what does not come back is said before. */
import { expect, test } from 'vitest'
import { keptCases } from '../contract/kind-cases/kept.ts'
import { linkedCases } from '../contract/kind-cases/linked.ts'
import { makeCompany } from '../helpers/company.ts'
import { restoreInto } from '../helpers/restoring.ts'

const kinds = { ...keptCases, ...linkedCases }

test('what ties a company to the world outside is announced as lost, and nothing else is missing', async () => {
  const company = await makeCompany({ profile: 'current', sites: 2, changeRequests: 8 })
  for (const one of Object.values(kinds)) await one.prepare?.(company)
  const taken = await company.backUp()
  const target = await restoreInto(company, { profile: 'current' })
  const { plan } = await target.plan('latest')
  expect(plan?.losses.map(one => one.property)).toEqual(
    expect.arrayContaining(['gitSync of space', 'gitSync of site', 'styleguide of site', 'type of space']),
  )
  const impossible = new Set(plan?.impossible.map(one => one.kind))
  for (const kind of Object.keys(kinds).filter(one => taken.resources[one]))
    expect(impossible).toContain(kind)
  const { result } = await target.apply('latest')
  expect(result?.outcome.failures).toEqual([])
  expect(result?.verification.differences).toEqual([])
})
