import { grantCases } from './kind-cases/grants.ts'
import { testKinds } from './kind-cases/test-kinds.ts'

testKinds(grantCases)
