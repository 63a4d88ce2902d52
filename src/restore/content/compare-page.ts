/** Whether a page of the target says what the page of the source says, references mapped. */
import { canonicalJson } from '../../model/digest.ts'
import { normalise } from '../../model/normalise.ts'
import type { RestoreKnowledge } from '../apply/session.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import { bodyOf, storedDocument } from './body.ts'
import { settingChanges } from './page-settings.ts'

type Reading = Pick<RestoreKnowledge, 'source' | 'ids' | 'urlsOf'>

export const VOLATILE = ['**.key', '**.meta', '**.schemaVersion']

export function bodyDiffers(
  knowledge: Reading,
  owner: StateItem,
  item: StateItem,
  target: { state: OrganizationState; item: StateItem },
): boolean {
  const there = storedDocument({ source: target.state }, target.item)
  // Byte-equal bodies under ids that did not change need no look inside.
  if (digestOf(item, 'document') === digestOf(target.item, 'document') && item.id === target.item.id)
    return false
  if (item.json.type === 'link' && target.item.json.type === 'link') return false
  const wanted = bodyOf(knowledge, owner, item)
  if (wanted === null) return false
  return canonical(wanted) !== canonical(there)
}

export function settingsDiffer(item: StateItem, target: StateItem): boolean {
  return Object.keys(settingChanges(item, target.json)).length > 0
}

export function canonical(document: unknown): string {
  return canonicalJson(normalise(document, { volatile: VOLATILE }) ?? null)
}

function digestOf(item: StateItem, name: string): string | undefined {
  return item.resource.parts.find(part => part.name === name)?.digest
}
