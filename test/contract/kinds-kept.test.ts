import { keptCases } from './kind-cases/kept.ts'
import { testKinds } from './kind-cases/test-kinds.ts'

testKinds(keptCases)
