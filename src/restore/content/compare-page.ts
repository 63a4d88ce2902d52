/** Whether a page of the target says what the page of the source says, references mapped. */
import { canonicalJson } from '../../model/digest.ts'
import { type Fields, isFields } from '../../model/fields.ts'
import { normalise } from '../../model/normalise.ts'
import type { RestoreKnowledge } from '../apply/session.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import { bodyOf, storedDocument } from './body.ts'
import { isMarkdownAlone, isSameMarkdown } from './markdown-alone.ts'
import { settingChanges } from './page-settings.ts'

type Reading = Pick<RestoreKnowledge, 'source' | 'ids' | 'urlsOf'>

const NOISE: ReadonlySet<string> = new Set(['key', 'meta', 'schemaVersion'])
export const VOLATILE = [...NOISE].map(name => `**.${name}`)

export function bodyDiffers(
  knowledge: Reading,
  owner: StateItem,
  item: StateItem,
  target: { state: OrganizationState; item: StateItem },
): boolean {
  if (isMarkdownAlone(item))
    return !isSameMarkdown({ ...knowledge, target: target.state }, owner, item, target.item)
  const there = storedDocument({ source: target.state }, target.item)
  // Byte-equal bodies under ids that did not change need no look inside.
  if (partDigest(item, 'document') === partDigest(target.item, 'document') && item.id === target.item.id)
    return false
  if (item.json.type === 'link' && target.item.json.type === 'link') return false
  const wanted = bodyOf(knowledge, owner, item)
  if (wanted === null) return false
  return !isSameDocument(wanted, there)
}

export function settingsDiffer(item: StateItem, target: StateItem): boolean {
  return Object.keys(settingChanges(item, target.json)).length > 0
}

export function canonical(document: unknown): string {
  return canonicalJson(normalise(document, { volatile: VOLATILE }) ?? null)
}

/** Whether `canonical` says the same of both, of which neither is built. */
export function isSameDocument(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, at) => isSameDocument(item ?? null, right[at] ?? null))
    )
  if (!isFields(left) || !isFields(right)) return (left ?? null) === (right ?? null)
  let members = 0
  for (const key in left) {
    if (!isSaid(left, key)) continue
    if (!Object.hasOwn(right, key) || !isSameDocument(left[key], right[key])) return false
    members++
  }
  for (const key in right) if (isSaid(right, key)) members--
  return members === 0
}

function isSaid(fields: Fields, key: string): boolean {
  return !NOISE.has(key) && fields[key] !== null && fields[key] !== undefined
}

export function partDigest(item: StateItem, name: string): string | undefined {
  return item.resource.parts.find(part => part.name === name)?.digest
}
