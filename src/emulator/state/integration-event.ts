/** What integrations are told of the spaces that they are installed on: here only what Git imports do. */
import { reaches } from './installation.ts'
import type { JsonObject } from './json-object.ts'
import type { World } from './world.ts'

const MOST_KEPT = 10_000

/** `payload` names its type. */
export function tellIntegrations(world: World, space: string, payload: JsonObject): void {
  for (const { name, events, installations } of world.integrations.values())
    for (const installation of installations.values()) {
      if (!reaches(world, installation, 'space', space)) continue
      const id = world.makeId()
      events.push({
        id,
        integrationId: name,
        installationId: installation.id,
        createdAt: world.clock.timestamp(),
        payload: { eventId: id, installationId: installation.id, spaceId: space, ...payload },
        status: 'success',
      })
      if (events.length > MOST_KEPT) events.shift()
    }
}
