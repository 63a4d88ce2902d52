import { besideCases } from './kind-cases/beside.ts'
import { testKinds } from './kind-cases/test-kinds.ts'

testKinds(besideCases)
