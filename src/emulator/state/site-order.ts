/**
 * Moving what a site is made of. An item that is put beside another one comes under the same parent.
 */
import { badRequest, notFound } from '../protocol/api-error.ts'
import type { SiteState } from './records/site.ts'
import { parentOf, type SiteItem } from './records/site-item.ts'
import { freePath } from './site-path.ts'
import { isInside, putInGroup, siblingPaths } from './site-structure.ts'

/** Exactly one of the two: the id of the item to stand before, or behind. */
export interface Position {
  before?: string | undefined
  after?: string | undefined
}

export function moveItem(site: SiteState, item: SiteItem, position: Position): void {
  const target = targetOf(site, item, position)
  adopt(site, item, parentOf(target))
  const reordered = [...site.items.values()].flatMap(other => {
    if (other === item) return []
    if (other !== target) return [other]
    return position.before === undefined ? [other, item] : [item, other]
  })
  site.items = new Map(reordered.map(other => [other.id, other]))
}

function targetOf(site: SiteState, item: SiteItem, { before, after }: Position): SiteItem {
  const id = before ?? after
  if (id === undefined || (before !== undefined && after !== undefined))
    throw badRequest('position: exactly one of before and after is needed')
  const target = site.items.get(id)
  if (target === undefined) throw notFound(`position: ${id}`)
  if (target === item) throw badRequest('position: an item cannot stand beside itself')
  if ((target.object === 'site-space') !== (item.object === 'site-space'))
    throw badRequest(`position: a ${item.object} cannot stand beside a ${target.object}`)
  const group = parentOf(target)
  if (item.object === 'site-section-group' && group !== undefined && isInside(site, group, item.id))
    throw badRequest('position: a group cannot be moved into itself')
  return target
}

function adopt(site: SiteState, item: SiteItem, parent: string | undefined): void {
  if (item.object !== 'site-space') {
    putInGroup(item, parent)
    return
  }
  if (parent === undefined || parent === item.section) return
  item.path = freePath(item.path, siblingPaths(site, 'site-space', parent))
  item.section = parent
}
