/**
 * Kinds and part names as small integers. Ids are internal: nothing that is compared between vaults uses them.
 */
import type { Connection } from './connection.ts'

export interface Terms {
  /** Null when the word was never stored. */
  find(text: string): number | null
  text(id: number): string
}

interface TermRow {
  id: number
  text: string
}

export function makeTerms(db: Connection): Terms {
  const ids = new Map<string, number>()
  const texts = new Map<number, string>()
  const byText = db.prepare<[string], TermRow>('SELECT id, text FROM term WHERE text = ?')
  const byId = db.prepare<[number], TermRow>('SELECT id, text FROM term WHERE id = ?')
  const learn = (row: TermRow | undefined): TermRow | undefined => {
    if (row !== undefined) {
      ids.set(row.text, row.id)
      texts.set(row.id, row.text)
    }
    return row
  }
  return {
    find: text => ids.get(text) ?? learn(byText.get(text))?.id ?? null,
    text: id => texts.get(id) ?? learn(byId.get(id))?.text ?? `term ${id}`,
  }
}
