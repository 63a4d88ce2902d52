/** Whether a page of the target says what the page of the source says, references mapped. */
import { canonicalJson } from '../../model/digest.ts'
import { normalise } from '../../model/normalise.ts'
import type { Doing } from '../doing.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import { fieldsOf } from './batch-writer.ts'
import { bodyOf, storedDocument } from './body.ts'

type Reading = Pick<Doing, 'source' | 'ids' | 'urlsOf'>

const VOLATILE = ['**.key', '**.meta', '**.schemaVersion']

export function bodyDiffers(
  doing: Reading,
  owner: StateItem,
  item: StateItem,
  target: { state: OrganizationState; item: StateItem },
): boolean {
  const there = storedDocument({ source: target.state }, target.item)
  // Byte-equal bodies under ids that did not change need no look inside.
  if (digestOf(item, 'document') === digestOf(target.item, 'document') && item.id === target.item.id)
    return false
  if (item.json.type === 'link' && target.item.json.type === 'link') return false
  const wanted = bodyOf(doing, owner, item)
  if (wanted === null) return false
  return canonical(wanted) !== canonical(there)
}

/** A page made of a link has a slug that the link had not. */
export function fieldsDiffer(item: StateItem, target: StateItem): boolean {
  const wanted = fieldsOf(item)
  const { slug, ...rest } = fieldsOf(target)
  const there = wanted.slug === undefined ? rest : { ...rest, slug }
  return canonicalJson(wanted) !== canonicalJson(there)
}

export function canonical(document: unknown): string {
  return canonicalJson(normalise(document, { volatile: VOLATILE }) ?? null)
}

function digestOf(item: StateItem, name: string): string | undefined {
  return item.resource.parts.find(part => part.name === name)?.digest
}
