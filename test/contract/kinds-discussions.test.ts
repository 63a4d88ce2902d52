import { discussionCases } from './kind-cases/discussions.ts'
import { testKinds } from './kind-cases/test-kinds.ts'

testKinds(discussionCases)
