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

/** The same of its cover: what the page was by its id shows the file under its old one, and so nothing. */
export function showsRenewed(renewing: Renewing, { json: { cover } }: StateItem): boolean {
  if (!isFields(cover)) return false
  return (
    findReferences(cover).some(reference => renewing.renewed.has(reference.id)) ||
    isElsewhere(renewing, cover)
  )
}

function isElsewhere({ basis, owner }: Renewing, value: Fields): boolean {
  const reading = { source: basis.source, ids: basis.matches.ids, urlsOf: () => null }
  return !isSameDocument(rewritten(reading, owner, value), value)
}
