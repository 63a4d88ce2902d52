import { expect, test } from 'vitest'
import { resources } from '../../src/resources/index.ts'
import { accessCases } from './kind-cases/access.ts'
import { besideCases } from './kind-cases/beside.ts'
import { contentCases } from './kind-cases/content.ts'
import { discussionCases } from './kind-cases/discussions.ts'
import { grantCases } from './kind-cases/grants.ts'
import { keptCases } from './kind-cases/kept.ts'
import { linkedCases } from './kind-cases/linked.ts'
import { organizationCases } from './kind-cases/organization.ts'
import { peopleCases } from './kind-cases/people.ts'
import { siteCases } from './kind-cases/sites.ts'

test('every kind has a case in exactly one file of this suite', () => {
  const cases = [
    ...Object.keys(organizationCases),
    ...Object.keys(peopleCases),
    ...Object.keys(contentCases),
    ...Object.keys(discussionCases),
    ...Object.keys(siteCases),
    ...Object.keys(grantCases),
    ...Object.keys(accessCases),
    ...Object.keys(besideCases),
    ...Object.keys(keptCases),
    ...Object.keys(linkedCases),
  ]
  expect(cases.sort()).toEqual(resources.map(resource => resource.kind).sort())
})
