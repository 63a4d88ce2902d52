/**
 * Kinds and part names as small integers. Ids are internal: nothing that is compared between vaults uses them.
 */
import { type Connection, prepareOnce } from './connection.ts'

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
  const byText = (text: string) =>
    prepareOnce<[string], TermRow>(db, 'SELECT id, text FROM term WHERE text = +?').get(text)
  const byId = (id: number) =>
    prepareOnce<[number], TermRow>(db, 'SELECT id, text FROM term WHERE id = +?').get(id)
  const learn = (row: TermRow | undefined): TermRow | undefined => {
    if (row !== undefined) {
      ids.set(row.text, row.id)
      texts.set(row.id, row.text)
    }
    return row
  }
  return {
    find: text => ids.get(text) ?? learn(byText(text))?.id ?? null,
    text: id => texts.get(id) ?? learn(byId(id))?.text ?? `term ${id}`,
  }
}
