import { linkedCases } from './kind-cases/linked.ts'
import { testKinds } from './kind-cases/test-kinds.ts'

testKinds(linkedCases)
