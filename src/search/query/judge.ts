/** Whether a state of a resource has all that is searched for and nothing that must not be there. */
import type { Found } from './found.ts'
import type { Term } from './term.ts'

export interface Terms {
  wanted: readonly Term[]
  unwanted: readonly Term[]
}

/** Where a text is. */
export interface Find {
  field: string
  found(): Found
}

export interface Judged {
  /** One for each text that is searched for; null: the state does not have them all. */
  finds: Find[] | null
  /** Why something could not be searched. */
  unread: 'damaged' | 'too-large' | null
}

/** `findOf`: where the state has a term; null: it does not. */
export function findsOf({ wanted, unwanted }: Terms, findOf: (term: Term) => Find | null): Find[] | null {
  const finds: Find[] = []
  for (const term of wanted) {
    const find = findOf(term)
    if (find === null) return null
    finds.push(find)
  }
  return unwanted.every(term => findOf(term) === null) ? finds : null
}
