/** *Extensions* A: who asks, and what service answers. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { userSchema } from './shapes.ts'

export const userOperations = (caller: Caller) => ({
  /** *Extension.* The token's owner: whatever is read is read from their point of view. */
  me: () => caller.get(['getAuthenticatedUser', ['user']], userSchema),
  /** *Extension.* Null where the platform answers 404. */
  find: (user: string) => caller.find(['getUserById', ['users', user]], userSchema),
  /** *Extension.* */
  service: () => caller.get(['getApiInformation', ['']], z.looseObject({})),
})
