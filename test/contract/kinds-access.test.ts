import { accessCases } from './kind-cases/access.ts'
import { testKinds } from './kind-cases/test-kinds.ts'

testKinds(accessCases)
