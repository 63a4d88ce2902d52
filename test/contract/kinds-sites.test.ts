import { siteCases } from './kind-cases/sites.ts'
import { testKinds } from './kind-cases/test-kinds.ts'

testKinds(siteCases)
