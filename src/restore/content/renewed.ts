/** What leads to things that have another id in the target: given by this restore, or by one before. */
import { type Fields, isFields } from '../../model/fields.ts'
import type { Reference } from '../../space/references.ts'
import { referencesOf } from '../match/resolves.ts'
import type { PlanBasis } from '../plan/planning.ts'
import type { StateItem } from '../state.ts'
import { rewritten, storedDocument } from './body.ts'
import { isSameDocument } from './compare-page.ts'
import { isMarkdownAlone } from './markdown-alone.ts'
import { bodyNamesOneOf, isAnyIn } from './names-one-of.ts'
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
  return stored !== null && (bodyNamesOneOf(basis, item, renewed) || isElsewhere(renewing, stored))
}

/** Settings that no operation sets but putting the page back, which is to the ids of then. */
const NAMING = ['cover', 'type', 'metaLinks'] as const

const WHYS: Readonly<Record<(typeof NAMING)[number], string>> = {
  cover: 'it shows a file that gets a new id, and no operation of this service sets a cover',
  type: 'it leads to what gets a new id, and no operation of this service changes where a link leads',
  metaLinks: 'they name a page that gets a new id, and no operation of this service sets them',
}

function settingOf({ json }: StateItem, name: (typeof NAMING)[number]): unknown {
  return name === 'type' ? json.type === 'link' && json.target : json[name]
}

/** Null where it is not lost for that. */
export function whyLostAsRenewed(renewing: Renewing, item: StateItem, property: string): string | null {
  const setting = NAMING.find(name => name === property)
  return setting !== undefined && isRenewedIn(renewing, settingOf(item, setting)) ? WHYS[setting] : null
}

/** Of a page that is there: properties, with why, that name what comes back now. */
export function lostWithRenewed({ renewed }: Renewing, item: StateItem): [property: string, why: string][] {
  if (renewed.size === 0) return []
  return NAMING.flatMap(name => (isAnyIn(settingOf(item, name), renewed) ? [[name, WHYS[name]]] : []))
}

function isRenewedIn(renewing: Renewing, value: unknown): boolean {
  if (!isFields(value)) return false
  return isAnyIn(value, renewing.renewed) || isElsewhere(renewing, value)
}

function isElsewhere({ basis, owner }: Renewing, value: Fields): boolean {
  const reading = { source: basis.source, ids: basis.matches.ids, urlsOf: () => null }
  return !isSameDocument(rewritten(reading, owner, value), value)
}
