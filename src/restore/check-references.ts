/**
 * Every reference in restored pages leads to something that is there, but for those that led nowhere before, and for
 * those to what could not be restored.
 */

import { setImmediate as turn } from 'node:timers/promises'
import type { CountsByKind } from '../model/resource.ts'
import { kindUnder, NODES } from '../resources/drafts.ts'
import { findReferences, type Reference } from '../space/references.ts'
import { storedDocument } from './content/body.ts'
import { isItemsOwn } from './item-failures.ts'
import { labelOf } from './naming.ts'
import type { OrganizationState, StateItem } from './state.ts'
import type { CompareRequest, Difference } from './verification.ts'

export interface ReferenceCounts {
  /** In the restored pages. */
  total: number
  byKind: CountsByKind
  /** Lead nowhere now, and before. */
  broken: number
  brokenBefore: number
  /** To what the service cannot bring back. */
  toUnrestored: number
  differences: Difference[]
}

export async function checkReferences(
  { source, target }: CompareRequest,
  pages: readonly [StateItem, StateItem][],
): Promise<ReferenceCounts> {
  const counts: ReferenceCounts = {
    total: 0,
    byKind: {},
    broken: 0,
    brokenBefore: 0,
    toUnrestored: 0,
    differences: [],
  }
  for (const [item, there] of pages) {
    await turn()
    const before = knownReferences(source, item)
    const now = knownReferences(target, there)
    counts.total += now.length
    for (const { kind } of now) counts.byKind[kind] = (counts.byKind[kind] ?? 0) + 1
    const brokenBefore = before.filter(one => !resolves(source, item, one)).length
    const broken = now.filter(one => !resolves(target, there, one)).length
    counts.broken += broken
    counts.brokenBefore += brokenBefore
    const excused = before.filter(
      one => resolves(source, item, one) && isUnrestored(source, target, one),
    ).length
    counts.toUnrestored += Math.min(excused, Math.max(0, broken - brokenBefore))
    if (broken > brokenBefore + excused)
      counts.differences.push({
        kind: item.kind,
        source: item.path,
        label: labelOf(item),
        field: `(references: ${broken} broken, ${brokenBefore} before)`,
      })
  }
  return counts
}

/** None where the page itself was found to be not comparable. */
function knownReferences(state: OrganizationState, page: StateItem): Reference[] {
  try {
    return referencesOf(state, page)
  } catch (error) {
    if (!isItemsOwn(error)) throw error
    return []
  }
}

export function referencesOf(state: OrganizationState, page: StateItem): Reference[] {
  const document = storedDocument({ source: state }, page)
  return document === null ? [] : findReferences(document)
}

export function resolves(state: OrganizationState, page: StateItem, { kind, id, space }: Reference): boolean {
  if (kind === 'user') return state.byId('user', id) !== undefined || state.byId('member', id) !== undefined
  if (kind === 'openapi-spec') return state.list(kind).some(one => one.json.slug === id)
  if (kind === 'space' || kind === 'collection') return state.byId(kind, id) !== undefined
  const owner = space === null ? page.parent : (state.byId('space', space) ?? null)
  if (owner === null) return false
  const kinds = kind === 'page' ? NODES : [kind]
  const here = kinds.some(one => state.at(kindUnder(owner.kind, one), `${owner.path}/${id}`) !== undefined)
  if (here || owner.kind === 'space' || owner.parent === null) return here
  const main = owner.parent
  return kinds.some(one => state.at(one, `${main.path}/${id}`) !== undefined)
}

/** People whom nobody could invite, reusable contents that nothing makes. */
function isUnrestored(
  source: OrganizationState,
  target: OrganizationState,
  { kind, id }: Reference,
): boolean {
  if (kind === 'user') {
    const email = source.byId('user', id)?.json.email ?? id
    return !target.list('user').some(one => one.json.email === email)
  }
  return kind === 'reusable-content'
}
