/**
 * Fields that only some services have. What an object says in each profile stands where the object is presented, and
 * nowhere else.
 */
import { isOffered, type Offer } from '../protocol/profile.ts'
import type { JsonObject } from './json-object.ts'
import type { World } from './world.ts'

export function offered(world: World, offer: Offer, fields: JsonObject): JsonObject {
  return isOffered({ offer }, world.profile) ? fields : {}
}
