/**
 * Who did what: one event for each successful operation that changes something.
 */
import { isJsonObject, type JsonObject } from './json-object.ts'
import type { AuditEvent } from './records/organization.ts'
import type { World } from './world.ts'

/** The oldest ones go first. */
const MAX_EVENTS = 10_000

/** The organization that an operation concerns; to be asked before it is done, when everything is still there. */
export function organizationConcerned(world: World, params: Record<string, string>): string | undefined {
  const { organizationId, spaceId = '', collectionId = '', integrationName = '' } = params
  return (
    organizationId ??
    world.spaces.get(spaceId)?.json.organization ??
    world.collections.get(collectionId)?.json.organization ??
    world.integrations.get(integrationName)?.owner
  )
}

/** An operation that succeeded. */
export interface PerformedOperation {
  name: string
  /** Of its path. */
  params: Record<string, string>
  /** Names the target of a create. */
  answered: unknown
}

export function recordEvent(
  world: World,
  organization: string | undefined,
  { name, params, answered }: PerformedOperation,
): void {
  const owner = organization ?? ownerIn(answered)
  const events = world.organizations.get(owner)?.events
  if (events === undefined) return
  if (events.length >= MAX_EVENTS) events.shift()
  events.push({
    object: 'audit-event',
    id: world.makeEventId(),
    action: name,
    occurredAt: world.clock.timestamp(),
    actor: world.actor,
    target: targetOf(params, answered),
    payload: params,
  })
}

export function presentEvent(world: World, organization: string, event: AuditEvent): JsonObject {
  const { payload: _onlyInDetails, actor, ...rest } = event
  const label = world.users.get(actor)?.displayName
  return {
    ...rest,
    actor: { type: 'user', id: actor, ...(label === undefined ? {} : { label }) },
    source: 'api',
    urls: { location: `${world.origin}/v1/orgs/${organization}/audit-events/${event.id}` },
  }
}

function targetOf(params: Record<string, string>, answered: unknown): AuditEvent['target'] {
  if (isJsonObject(answered) && typeof answered.object === 'string') {
    const id = answered.id ?? answered.name
    if (typeof id === 'string') return { type: answered.object, id }
  }
  const [name = 'organizationId', id = ''] = Object.entries(params).at(-1) ?? []
  return { type: kebab(name.replace(/(?:Id|Name|Slug)$/, '')), id }
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

/** An integration that was just published says itself whose it is. */
function ownerIn(answered: unknown): string {
  const owner = isJsonObject(answered) && isJsonObject(answered.owner) ? answered.owner.id : undefined
  return typeof owner === 'string' ? owner : ''
}
