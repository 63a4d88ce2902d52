/**
 * Share links: secret keys that open a site of visibility `share-link`.
 */
import type { JsonObject } from './json-object.ts'
import type { ShareLink, SiteState } from './records/site.ts'
import { siteUrl } from './site-address.ts'
import type { World } from './world.ts'

const KEY_LENGTH = 24

export function addShareLink(world: World, site: SiteState, name: string): ShareLink {
  const link: ShareLink = {
    object: 'share-link',
    id: world.makeId(),
    createdAt: world.clock.timestamp(),
    name,
    active: true,
    key: world.nonces.text(KEY_LENGTH),
  }
  site.shareLinks.set(link.id, link)
  return link
}

export function presentShareLink(world: World, site: SiteState, link: ShareLink): JsonObject {
  const { key, ...rest } = link
  return { ...rest, urls: { published: siteUrl(world, site, key) } }
}
