/**
 * Finds what an unclear write made: among the objects of the kind that stand under the right parent now, that were not
 * there when the run began, and that nothing else of this run became.
 */

import { type Fields, recordOf } from '../../model/fields.ts'
import { resources } from '../../resources/index.ts'
import type { Item } from '../../resources/resource.ts'
import type { Made, Restorer } from '../kinds/restorer.ts'
import { sameId } from '../match/ids.ts'
import type { StateItem } from '../state.ts'
import type { Doing } from './doing.ts'

export async function findMade(doing: Doing, restorer: Restorer, item: StateItem): Promise<Made | null> {
  if (restorer.find) return restorer.find(doing, item)
  const key = restorer.key?.(item, doing.map, doing.source) ?? null
  if (key === null) return null
  const declared = resources.find(one => one.kind === item.kind)
  for (const json of await candidates(doing, item)) {
    const id = declared?.id(json) ?? String(json.id)
    const target = { ...item, id, json }
    if (restorer.key?.(target, sameId, null) === key) return { id, json }
  }
  return null
}

/** What stood on something that was undeleted lives again with it, under its old id. */
export async function findReturned(doing: Doing, item: StateItem): Promise<Made | null> {
  if (doing.undeleted.size === 0) return null
  const declared = resources.find(one => one.kind === item.kind)
  const json = (await candidates(doing, item)).find(one => declared?.id(one) === item.id)
  return json ? { id: item.id, json } : null
}

/** Of the item's kind, under the target of its parent. */
export async function candidates(doing: Doing, item: StateItem): Promise<Fields[]> {
  const declared = resources.find(one => one.kind === item.kind)
  if (!declared || !('list' in declared)) return []
  const organization = await doing.platform.organizations.get(doing.organization)
  const place = {
    organization,
    parent: parentOf(doing, item),
    ids: idsAbove(doing, item),
    notes: new Map(),
    formats: [],
    rereadFrozen: true,
    knownSites: [],
    shared: {},
    position: () => null,
    allowShrink: true,
    stored: () => [],
    isAgreed: async () => false,
    collected: () => [],
  }
  const found: Fields[] = []
  for await (const one of declared.list(doing.platform, place)) {
    const id = declared.id(one)
    if (isNew(doing, item, id)) found.push(recordOf(one) ?? {})
  }
  return found
}

function idsAbove(doing: Doing, { parent }: StateItem): Record<string, string> {
  const ids: Record<string, string> = { organization: doing.organization }
  for (let one = parent; one !== null && one.kind !== 'organization'; one = one.parent)
    ids[one.kind] = doing.target(one)
  return ids
}

/** Not there when the run began, and nothing else of this run became it. */
export function isNew(doing: Doing, item: StateItem, id: string): boolean {
  return !wasThere(doing, item, id) && !doing.ids.isTarget(item.kind, parentId(doing, item) ?? '', id)
}

/** When the run began. */
export function wasThere(doing: Doing, item: StateItem, id: string): boolean {
  const parent = parentId(doing, item)
  return doing.before
    .list(item.kind)
    .some(one => one.id === id && (item.parent?.kind === 'organization' || one.parent?.id === parent))
}

function parentId(doing: Doing, { parent }: StateItem): string | null {
  return parent === null ? null : (doing.ids.of(parent)?.target ?? null)
}

function parentOf(doing: Doing, { parent }: StateItem): Item {
  if (parent === null || parent.kind === 'organization') return { id: doing.organization }
  const id = doing.target(parent)
  const known = doing.answers.get(`${parent.kind} ${id}`) ?? doing.before.byId(parent.kind, id)?.json
  return { ...parent.json, ...known, id }
}
