/**
 * The token that says to published sites who a member is: a JWT, signed with the platform's own key.
 */
import { createHmac } from 'node:crypto'
import type { JsonObject } from './json-object.ts'
import type { OrganizationState } from './records/organization.ts'
import type { Member } from './records/people.ts'
import type { World } from './world.ts'

export function visitorClaims(world: World, { json }: OrganizationState, { id, role }: Member): string {
  const iat = Math.floor(world.clock.now() / 1000)
  const unsigned = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ sub: id, organization: json.id, role, iat })}`
  const signature = createHmac('sha256', world.signingKey).update(unsigned).digest('base64url')
  return `${unsigned}.${signature}`
}

function encoded(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
