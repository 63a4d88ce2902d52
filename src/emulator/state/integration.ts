/**
 * Integrations: third-party extensions, published under a name that is theirs alone.
 */
import { notFound } from '../protocol/api-error.ts'
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import { presentOrganization } from './organization.ts'
import { pictureUrl } from './picture.ts'
import type { IntegrationState } from './records/integration.ts'
import type { World } from './world.ts'

export const CATEGORIES = [
  'analytics',
  'collaboration',
  'content',
  'gitsync',
  'marketing',
  'visitor-auth',
  'other',
] as const
/** The newest service has none for Git Sync. */
export function categoriesOf({ profile }: World): (typeof CATEGORIES)[number][] {
  return CATEGORIES.filter(category => category !== 'gitsync' || profile !== 'current')
}

/** Of all services: each of them lacks some. */
export const SCOPES = [
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:git:sync',
  'space:views:read',
  'space:script:inject',
  'space:script:cookies',
  'space:visitor:auth',
  'page:feedback:read',
  'site:metadata:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
  'site:visitor:claims',
  'site:adaptive:read',
  'site:adaptive:write',
  'openapi:read',
  'openapi:write',
  'conversations:ingest',
] as const
export function getIntegration(world: World, name: string): IntegrationState {
  const integration = world.integrations.get(name)
  if (integration === undefined) throw notFound('integration')
  return integration
}

/** A new one, or the next version of it. */
export function publishIntegration(
  world: World,
  name: string,
  { json, owner, secrets }: Pick<IntegrationState, 'json' | 'owner' | 'secrets'>,
): IntegrationState {
  const existing = world.integrations.get(name)
  const integration: IntegrationState = {
    name,
    version: (existing?.version ?? 0) + 1,
    json,
    owner,
    secrets: { ...existing?.secrets, ...secrets },
    installations: existing?.installations ?? new Map(),
    events: existing?.events ?? [],
  }
  world.integrations.set(name, integration)
  return integration
}

export function presentIntegration(world: World, integration: IntegrationState): JsonObject {
  const { name, version, owner } = integration
  const { runtime, ...json } = integration.json
  const address = `${world.appUrl}/integrations/${name}`
  const publisher = world.organizations.get(owner)
  return {
    object: 'integration',
    name,
    version,
    verified: false,
    ...json,
    previewImages: json.previewImages.map(image => pictureUrl(world, `${name}/${image}`)),
    owner: publisher === undefined ? { id: owner } : presentOrganization(world, publisher),
    urls: {
      location: `${world.origin}/v1/integrations/${name}`,
      icon: pictureUrl(world, `${name}/icon.png`),
      app: address,
      assets: `${address}/assets`,
      publicEndpoint: `${address}/endpoint`,
      ...offered(world, 'newest', { publicContentEndpoint: `${address}/content` }),
    },
    permissions: { admin: true, ...offered(world, 'replaced', { install: true }) },
    ...offered(world, 'replaced', { runtime }),
  }
}
