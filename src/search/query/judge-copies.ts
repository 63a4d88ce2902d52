/** Judges a state by the copies of its texts in an index, which are what the vault had when it was indexed. */
import type { FieldCopy, UnitCopy } from '../index/text-copy.ts'
import type { Found } from './found.ts'
import { type Find, findsOf, type Judged, type Terms } from './judge.ts'
import { searchedText, type Term } from './term.ts'

/** `units` of the state: those that may have something. `context`: characters around what is found that are asked for. */
export type JudgeCopies = (units: readonly UnitCopy[]) => Judged

export function makeJudgeCopies(terms: Terms, context: number): JudgeCopies {
  const all = [...terms.wanted, ...terms.unwanted]
  const bytes = new Map(all.map(term => [term, term.certain === null ? null : Buffer.from(term.certain)]))
  return units => {
    // A name is told of before what is below it.
    const inOrder = units.length === 1 ? units : units.toSorted((a, b) => Number(b.isItem) - Number(a.isItem))
    const findOf = (term: Term) => firstOf(inOrder, { term, certain: bytes.get(term) ?? null, context })
    return { finds: findsOf(terms, findOf), unread: null }
  }
}

interface Wanted {
  term: Term
  /** What is certain of it, in UTF-8. */
  certain: Buffer | null
  context: number
}

function firstOf(units: readonly UnitCopy[], wanted: Wanted): Find | null {
  for (const { fields } of units) {
    for (const copy of fields) {
      const found = findIn(copy, wanted)
      if (found !== null) return { field: copy.field, found }
    }
  }
  return null
}

function findIn(copy: FieldCopy, { term, certain, context }: Wanted): (() => Found) | null {
  const start = certain === null ? 0 : copy.folded.indexOf(certain)
  if (start < 0) return null
  if (certain !== null && term.isPlain && copy.isAligned)
    return () => foundAround(copy.shown(), { start, end: start + certain.length }, context)
  const found = term.find(searchedText(copy.shown().toString()))
  return found === null ? null : () => found
}

const MOST_BYTES_OF_CODE_UNIT = 3

/** Of a long text only what is shown of it is decoded: so much on both sides that more than the context is there. */
function foundAround(text: Buffer, { start, end }: { start: number; end: number }, context: number): Found {
  const around = MOST_BYTES_OF_CODE_UNIT * (context + 2)
  const before = text.toString('utf8', characterStart(text, Math.max(0, start - around)), start)
  const found = text.toString('utf8', start, end)
  const after = text.toString('utf8', end, characterStart(text, Math.min(text.length, end + around)))
  return {
    within: before + found + after,
    start: before.length,
    end: before.length + found.length,
  }
}

/** At that place, or before it. */
function characterStart(text: Buffer, place: number): number {
  let at = place
  while (((text[at] ?? 0) & 0xc0) === 0x80) at--
  return at
}
