/** Whether a state of a resource has all that is searched for and nothing that must not be there, as its own text says. */
import { DamageFound } from '../../model/errors.ts'
import type { StoredResource, Vault } from '../../vault/vault.ts'
import { type TextUnit, textUnits } from '../text/units.ts'
import { excerptOf } from './excerpt.ts'
import type { Found } from './found.ts'
import type { SearchIndex } from './states.ts'
import { searchedText, type Term } from './term.ts'

/** Where something was found. */
export interface Place {
  field: string
  excerpt: string
}

export interface Judged {
  /** One for each text that is searched for; null: the state does not have them all. */
  places: Place[] | null
  /** Why something could not be searched. */
  unread: 'damaged' | 'too-large' | null
}

export interface Search {
  vault: Vault
  index: SearchIndex
  wanted: readonly Term[]
  unwanted: readonly Term[]
  /** For each term, wanted ones first, the units of the index that may have it; null: any may. */
  units: readonly (ReadonlySet<number> | null)[]
  context: number
}

/** Of one resource: its states share texts, which are read once. */
export function makeJudge(search: Search): (resource: StoredResource) => Judged {
  const { wanted, unwanted, context, vault } = search
  const seen = new Map<bigint, UnitFinds>()
  return resource => {
    const text = readable(() => textUnits(vault, resource))
    if (text === null) return { places: null, unread: 'damaged' }
    const all = text.units.map(unit => {
      const finds = seen.get(unit.key) ?? findAll(search, unit)
      if (!finds.isDamaged) seen.set(unit.key, finds)
      return finds
    })
    const unread = all.some(({ isDamaged }) => isDamaged)
      ? 'damaged'
      : text.tooLarge.length > 0
        ? 'too-large'
        : null
    const places = wanted.map((_, term) => placeOf(all, term, context))
    const isThere = places.every(place => place !== null)
    const isClean = unwanted.every((_, term) => placeOf(all, wanted.length + term, context) === null)
    return { places: isThere && isClean ? places.filter(place => place !== null) : null, unread }
  }
}

/** Null: what it reads is damaged. */
function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof DamageFound || error instanceof SyntaxError) return null
    throw error
  }
}

interface UnitFinds {
  /** For each term where it is, in one unit. */
  finds: (Find | null)[]
  /** Before all that was searched for was found. */
  isDamaged: boolean
}

interface Find {
  field: string
  found: Found
}

/** What is read of a unit ends where all of it is found. */
function findAll({ index, wanted, unwanted, units }: Search, unit: TextUnit): UnitFinds {
  const indexed = index.unitOf(unit.key)
  const terms = [...wanted, ...unwanted]
  const finds: UnitFinds['finds'] = terms.map(() => null)
  const open = new Set(terms.keys())
  for (const term of terms.keys())
    if (indexed !== null && units[term]?.has(indexed) === false) open.delete(term)
  if (open.size === 0) return { finds, isDamaged: false }
  const read = readable(() => {
    for (const { field, text } of unit.read()) {
      const searched = searchedText(text)
      for (const term of open) {
        const found = terms[term]?.find(searched) ?? null
        if (found === null) continue
        finds[term] = { field, found }
        open.delete(term)
      }
      if (open.size === 0) break
    }
    return true
  })
  return { finds, isDamaged: read === null }
}

function placeOf(all: readonly UnitFinds[], term: number, context: number): Place | null {
  const find = all.map(({ finds }) => finds[term]).find(find => find !== null && find !== undefined)
  return find === undefined || find === null
    ? null
    : { field: find.field, excerpt: excerptOf(find.found, context) }
}
