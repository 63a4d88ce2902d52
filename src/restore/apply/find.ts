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
import type { RestoreKnowledge, RestoreSession } from './session.ts'

export async function findMade(
  session: RestoreSession,
  restorer: Restorer,
  item: StateItem,
): Promise<Made | null> {
  const { knowledge } = session
  if (restorer.find) return restorer.find(session, item)
  const key = restorer.key?.(item, knowledge.map, knowledge.source) ?? null
  if (key === null) return null
  const declared = resources.find(declaration => declaration.kind === item.kind)
  for (const json of await candidates(session, item)) {
    const id = declared?.id(json) ?? String(json.id)
    const target = { ...item, id, json }
    if (restorer.key?.(target, sameId, null) === key) return { id, json }
  }
  return null
}

/** What stood on something that was undeleted lives again with it, under its old id. */
export async function findReturned(session: RestoreSession, item: StateItem): Promise<Made | null> {
  if (session.knowledge.undeleted.size === 0) return null
  const declared = resources.find(declaration => declaration.kind === item.kind)
  const json = (await candidates(session, item)).find(candidate => declared?.id(candidate) === item.id)
  return json ? { id: item.id, json } : null
}

/** Of the item's kind, under the target of its parent. */
export async function candidates(session: RestoreSession, item: StateItem): Promise<Fields[]> {
  const { context, knowledge } = session
  const declared = resources.find(declaration => declaration.kind === item.kind)
  if (!declared || !('list' in declared)) return []
  const organization = await context.platform.organizations.get(context.organization)
  const place = {
    organization,
    parent: parentOf(session, item),
    ids: idsAbove(session, item),
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
  for await (const answer of declared.list(context.platform, place)) {
    const id = declared.id(answer)
    if (isNew(knowledge, item, id)) found.push(recordOf(answer) ?? {})
  }
  return found
}

function idsAbove({ context, knowledge }: RestoreSession, { parent }: StateItem): Record<string, string> {
  const ids: Record<string, string> = { organization: context.organization }
  for (
    let ancestor = parent;
    ancestor !== null && ancestor.kind !== 'organization';
    ancestor = ancestor.parent
  )
    ids[ancestor.kind] = knowledge.target(ancestor)
  return ids
}

/** Not there when the run began, and nothing else of this run became it. */
export function isNew(knowledge: RestoreKnowledge, item: StateItem, id: string): boolean {
  return (
    !wasThere(knowledge, item, id) && !knowledge.ids.isTarget(item.kind, parentId(knowledge, item) ?? '', id)
  )
}

/** When the run began. */
export function wasThere(knowledge: RestoreKnowledge, item: StateItem, id: string): boolean {
  const parent = parentId(knowledge, item)
  return knowledge.before
    .list(item.kind)
    .some(there => there.id === id && (item.parent?.kind === 'organization' || there.parent?.id === parent))
}

function parentId(knowledge: RestoreKnowledge, { parent }: StateItem): string | null {
  return parent === null ? null : (knowledge.ids.of(parent)?.target ?? null)
}

function parentOf({ context, knowledge }: RestoreSession, { parent }: StateItem): Item {
  if (parent === null || parent.kind === 'organization') return { id: context.organization }
  const id = knowledge.target(parent)
  const known = knowledge.answers.get(`${parent.kind} ${id}`) ?? knowledge.before.byId(parent.kind, id)?.json
  return { ...parent.json, ...known, id }
}
