import { organizationCases } from './kind-cases/organization.ts'
import { testKinds } from './kind-cases/test-kinds.ts'

testKinds(organizationCases)
