/** What the agent of a site may do by itself, and how it is told to write. */
import type { JsonObject } from './json-object.ts'
import type { SiteState } from './records/site.ts'
import { shelfOf } from './shelf.ts'
import type { World } from './world.ts'

const STANDARD = {
  scans: { topics: 'auto' },
  findings: { changeRequests: 'auto-fixable' },
  editing: { customInstructions: { object: 'document', data: {}, nodes: [] } },
}

export function presentAgentSettings(world: World, { json, organization }: SiteState): JsonObject {
  const settings = shelfOf(world, json.id, 'agent-settings').get('settings') ?? STANDARD
  const location = `${world.origin}/v1/orgs/${organization}/sites/${json.id}/agent-settings`
  return { object: 'site-agent-settings', ...settings, urls: { location } }
}

export function setAgentSettings(world: World, site: SiteState, settings: JsonObject): void {
  const updatedAt = world.clock.timestamp()
  const shelf = shelfOf(world, site.json.id, 'agent-settings')
  shelf.set('settings', { ...settings, updatedAt, updatedBy: world.actor })
}
