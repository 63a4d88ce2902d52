/** What leads to things that have another id in the target: given by this restore, or by one before. */
import { type Fields, isFields } from '../../model/fields.ts'
import { findReferences, type Reference } from '../../space/references.ts'
import { referencesOf } from '../match/resolves.ts'
import type { PlanBasis } from '../plan/planning.ts'
import type { StateItem } from '../state.ts'
import { rewritten, storedDocument } from './body.ts'
import { isSameDocument } from './compare-page.ts'
import { isMarkdownAlone } from './markdown-alone.ts'
import { namesOneOf } from './names-one-of.ts'
import { resolverIn } from './resolve-ids.ts'

interface Renewing {
  basis: PlanBasis
  owner: StateItem
  /** Ids of what comes back under others. */
  renewed: ReadonlySet<string>
}

export function namesRenewed(renewing: Renewing, item: StateItem): boolean {
  const { basis, owner, renewed } = renewing
  if (isMarkdownAlone(item)) {
    const resolve = resolverIn({ ids: basis.matches.ids, source: basis.source }, owner)
    const isNew = (reference: Reference) =>
      renewed.has(reference.id) || (resolve(reference) ?? reference.id) !== reference.id
    return referencesOf(basis.source, item).some(isNew)
  }
  const stored = storedDocument(basis, item)
  return stored !== null && (namesOneOf(basis, item, renewed) || isElsewhere(renewing, stored))
}

/** Why a setting is lost that no operation sets but putting the page back, which is to the ids of then; null: it is not. */
export function whyLostAsRenewed(renewing: Renewing, { json }: StateItem, property: string): string | null {
  if (property === 'cover' && isRenewedIn(renewing, json.cover))
    return 'it shows a file that gets a new id, and no operation of this service sets a cover'
  if (property === 'type' && json.type === 'link' && isRenewedIn(renewing, json.target))
    return 'it leads to what gets a new id, and no operation of this service changes where a link leads'
  return null
}

function isRenewedIn(renewing: Renewing, value: unknown): boolean {
  if (!isFields(value)) return false
  return (
    findReferences(value).some(reference => renewing.renewed.has(reference.id)) ||
    isElsewhere(renewing, value)
  )
}

function isElsewhere({ basis, owner }: Renewing, value: Fields): boolean {
  const reading = { source: basis.source, ids: basis.matches.ids, urlsOf: () => null }
  return !isSameDocument(rewritten(reading, owner, value), value)
}
