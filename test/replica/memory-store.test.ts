/** The store that others are judged in passes for one. */
import { describe } from 'vitest'
import { memoryStore } from './memory-store.ts'
import { storeContract } from './store-contract.ts'

describe('memory as a store', () => {
  storeContract(async () => memoryStore())
})
