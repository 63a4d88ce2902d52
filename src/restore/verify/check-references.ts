/**
 * Every reference in restored pages leads to something that is there, but for those that led nowhere before, and for
 * those to what could not be restored.
 */

import { findReferences, type Reference } from '../../space/references.ts'
import { isItemsOwn } from '../apply/item-failures.ts'
import { partDigest } from '../content/compare-page.ts'
import { referencesOf, resolves } from '../match/resolves.ts'
import { labelOf } from '../naming.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import { DifferencesInPlace } from './in-place.ts'
import type { CompareRequest, ReferenceCounts } from './verification.ts'

/** Goes page by page, while the documents that were just compared are at hand. */
export class ReferenceCheck {
  readonly #differences = new DifferencesInPlace()
  readonly #counts: Omit<ReferenceCounts, 'differences'> = {
    total: 0,
    byKind: {},
    broken: 0,
    brokenBefore: 0,
    toUnrestored: 0,
  }
  readonly #states: Pick<CompareRequest, 'source' | 'target'>

  constructor(states: Pick<CompareRequest, 'source' | 'target'>) {
    this.#states = states
  }

  counted(): ReferenceCounts {
    return { ...this.#counts, differences: this.#differences.list() }
  }

  /** `there`: what the page became; `isLeft`: it was said before that it stays as it is. */
  add(item: StateItem, there: StateItem, isLeft: boolean): void {
    const { source, target } = this.#states
    const counts = this.#counts
    const before = knownReferences(source, item)
    const now = isSameBody(item, there) ? before : knownReferences(target, there)
    const besides = referencesBeside(there)
    for (const { kind } of [...now, ...besides]) {
      counts.total++
      counts.byKind[kind] = (counts.byKind[kind] ?? 0) + 1
    }
    const brokenBefore = brokenOf(source, item, before)
    const broken = brokenOf(target, there, now)
    counts.broken += broken + brokenOf(target, there, besides)
    counts.brokenBefore += brokenBefore + brokenOf(source, item, referencesBeside(item))
    const excused = before.filter(
      reference => resolves(source, item, reference) && isUnrestored(source, target, reference),
    ).length
    counts.toUnrestored += Math.min(excused, Math.max(0, broken - brokenBefore))
    if (broken > brokenBefore + excused && !isLeft)
      this.#differences.add(item, {
        kind: item.kind,
        source: item.path,
        label: labelOf(item),
        field: `(references: ${broken} broken, ${brokenBefore} before)`,
      })
  }
}

/** Of its settings, which are compared as fields. */
function referencesBeside(page: StateItem): readonly Reference[] {
  return asFarAsKnown(() => {
    const { cover, target, metaLinks } = page.json
    return findReferences([cover, target, metaLinks])
  })
}

function brokenOf(state: OrganizationState, page: StateItem, references: readonly Reference[]): number {
  return references.filter(reference => !resolves(state, page, reference)).length
}

function isSameBody(item: StateItem, there: StateItem): boolean {
  const digest = partDigest(item, 'document')
  return digest !== undefined && digest === partDigest(there, 'document')
}

function knownReferences(state: OrganizationState, page: StateItem): readonly Reference[] {
  return asFarAsKnown(() => referencesOf(state, page))
}

/** None where the page itself was found to be not comparable, or is the same bytes on both sides, which nobody can read. */
function asFarAsKnown(find: () => readonly Reference[]): readonly Reference[] {
  try {
    return find()
  } catch (error) {
    if (!isItemsOwn(error)) throw error
    return []
  }
}

/** People whom nobody could invite, reusable contents that nothing makes. */
function isUnrestored(
  source: OrganizationState,
  target: OrganizationState,
  { kind, id }: Reference,
): boolean {
  if (kind === 'user') {
    const email = source.byId('user', id)?.json.email ?? id
    return !target.list('user').some(user => user.json.email === email)
  }
  return kind === 'reusable-content'
}
