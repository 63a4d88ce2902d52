/** Which units may contain a text: all that do, and some that do not. What they say decides. */
import type { Connection } from './database.ts'

export interface Candidates {
  /** Null: the index does not narrow it down, and every unit may. */
  of(text: string): Set<number> | null
}

/** Trigrams of a long text that are asked for: more narrow it down no further. */
const MOST_TRIGRAMS = 40
/** Trigrams that begin with a short text; with more of them, reading everything costs less. */
const MOST_BEGUN = 2000

export function makeCandidates(db: Connection): Candidates {
  const matching = db.prepare<[string], number>('SELECT rowid FROM gram WHERE gram MATCH ?').pluck()
  const begun = db
    .prepare<[string, string, number], string>(
      'SELECT term FROM gram_term WHERE term >= +? AND term < +? LIMIT ?',
    )
    .pluck()
  const match = (expression: string) => new Set(matching.all(expression))
  return {
    /** In normal form. Two characters end each text beside its own, so that a short one begins a trigram wherever it stands. */
    of(text) {
      const characters = [...text]
      if (characters.length >= 3) return match(trigramsOf(characters).map(quoted).join(' AND '))
      const terms = begun.all(text, `${text}\u{10FFFF}`, MOST_BEGUN + 1)
      if (terms.length > MOST_BEGUN) return null
      return terms.length === 0 ? new Set() : match(terms.map(quoted).join(' OR '))
    },
  }
}

/** Spread over the text where it has many. */
function trigramsOf(characters: readonly string[]): string[] {
  const count = characters.length - 2
  const all = Array.from({ length: count }, (_, at) => characters.slice(at, at + 3).join(''))
  const step = Math.max(1, count / MOST_TRIGRAMS)
  const chosen = Array.from(
    { length: Math.min(count, MOST_TRIGRAMS) },
    (_, n) => all[Math.floor(n * step)] ?? '',
  )
  return [...new Set(chosen)]
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}
