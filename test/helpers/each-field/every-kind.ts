/** A company with something of every kind that its service has, as the contract suite makes them. */
import { accessCases } from '../../contract/kind-cases/access.ts'
import { besideCases } from '../../contract/kind-cases/beside.ts'
import { discussionCases } from '../../contract/kind-cases/discussions.ts'
import { grantCases } from '../../contract/kind-cases/grants.ts'
import { keptCases } from '../../contract/kind-cases/kept.ts'
import { linkedCases } from '../../contract/kind-cases/linked.ts'
import { organizationCases } from '../../contract/kind-cases/organization.ts'
import { peopleCases } from '../../contract/kind-cases/people.ts'
import { siteCases } from '../../contract/kind-cases/sites.ts'
import { type Company, makeCompany } from '../company.ts'

const cases = Object.values({
  ...organizationCases,
  ...peopleCases,
  ...besideCases,
  ...siteCases,
  ...accessCases,
  ...grantCases,
  ...linkedCases,
  ...keptCases,
  ...discussionCases,
})

/** Of the newest service, which has every kind. What a fuzz sends it is not what a description allows. */
export async function makeEveryKind(): Promise<Company> {
  const company = await makeCompany({
    profile: 'current',
    asDescribed: false,
    sites: 2,
    members: 5,
    teams: 2,
    changeRequests: 4,
    comments: 12,
  })
  for (const { prepare } of cases) await prepare?.(company)
  return company
}
