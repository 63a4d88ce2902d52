/**
 * A page that did not exist before, without a body.
 */
import { slugOfPath } from '../../dialect/links/slug.ts'
import { defaultLayout } from '../load/page-metadata.ts'
import type { JsonObject } from '../state/json-object.ts'
import type { PageNode } from '../state/records/content.ts'
import type { SpaceState } from '../state/records/space.ts'
import { appUrlOf } from '../state/space.ts'
import type { World } from '../state/world.ts'

export interface NewPage {
  title: string
  path: string
  /** Over those that every page has. */
  fields?: JsonObject
}

export function newPage(world: World, space: SpaceState, { title, path, fields }: NewPage): PageNode {
  const now = world.clock.timestamp()
  return {
    id: world.makeId(),
    title,
    type: 'document',
    slug: slugOfPath(path),
    path,
    urls: { app: `${appUrlOf(world, space)}/${path}` },
    layout: defaultLayout(),
    createdAt: now,
    updatedAt: now,
    ...fields,
    pages: [],
  }
}
