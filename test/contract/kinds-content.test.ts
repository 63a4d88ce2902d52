import { contentCases } from './kind-cases/content.ts'
import { testKinds } from './kind-cases/test-kinds.ts'

testKinds(contentCases)
