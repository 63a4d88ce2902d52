/** Judges a state by what the vault has of it. */
import { DamageFound } from '../../model/errors.ts'
import { linesForm } from '../../model/normal-form.ts'
import type { StoredResource, Vault } from '../../vault/vault.ts'
import { type TextUnit, textUnits } from '../text/units.ts'
import { type Find, findsOf, type Judged, type Terms } from './judge.ts'
import { searchedText, type Term } from './term.ts'

/** Of one resource: its states share texts, which are read once. */
export function makeReadJudge(vault: Vault, terms: Terms): (resource: StoredResource) => Judged {
  const all = [...terms.wanted, ...terms.unwanted]
  const seen = new Map<bigint, UnitFinds>()
  return resource => {
    const text = readable(() => textUnits(vault, resource))
    if (text === null) return { finds: null, unread: 'damaged' }
    const units = text.units.map(unit => {
      const finds = seen.get(unit.key) ?? findAll(unit, all)
      if (!finds.isDamaged) seen.set(unit.key, finds)
      return finds
    })
    const findOf = (term: Term) => units.find(({ finds }) => finds.has(term))?.finds.get(term) ?? null
    return { finds: findsOf(terms, findOf), unread: unreadOf(units, text.tooLarge.length > 0) }
  }
}

function unreadOf(units: readonly UnitFinds[], isCut: boolean): Judged['unread'] {
  if (units.some(({ isDamaged }) => isDamaged)) return 'damaged'
  return isCut ? 'too-large' : null
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
  /** Where each term is that the unit has. */
  finds: ReadonlyMap<Term, Find>
  /** Before all that was searched for was found. */
  isDamaged: boolean
}

/** What is read of a unit ends where all of it is found. */
function findAll(unit: TextUnit, terms: readonly Term[]): UnitFinds {
  const finds = new Map<Term, Find>()
  const open = new Set(terms)
  const read = readable(() => {
    for (const { field, text } of unit.read()) {
      const searched = searchedText(linesForm(text))
      for (const term of open) {
        const found = term.find(searched)
        if (found === null) continue
        finds.set(term, { field, found: () => found })
        open.delete(term)
      }
      if (open.size === 0) break
    }
    return true
  })
  return { finds, isDamaged: read === null }
}
