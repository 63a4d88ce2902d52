import { peopleCases } from './kind-cases/people.ts'
import { testKinds } from './kind-cases/test-kinds.ts'

testKinds(peopleCases)
