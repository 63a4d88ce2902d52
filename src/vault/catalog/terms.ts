/**
 * Kinds and part names as small integers. Ids are internal: nothing that is compared between vaults uses them.
 */
import { type Connection, prepareOnce } from './connection.ts'

export interface Terms {
  /** Null when the word was never stored. */
  find(text: string): number | null
  text(id: number): string
  /** A word was stored. */
  learn(row: TermRow): void
}

interface TermRow {
  id: number
  text: string
}

/** `isWriter`: nobody else stores words, so that one that was not there is not looked for again. */
export function makeTerms(db: Connection, { isWriter }: { isWriter: boolean }): Terms {
  const ids = new Map<string, number>()
  const texts = new Map<number, string>()
  const missing = new Set<string>()
  const byText = (text: string) =>
    prepareOnce<[string], TermRow>(db, 'SELECT id, text FROM term WHERE text = +?').get(text)
  const byId = (id: number) =>
    prepareOnce<[number], TermRow>(db, 'SELECT id, text FROM term WHERE id = +?').get(id)
  const learn = (row: TermRow): TermRow => {
    ids.set(row.text, row.id)
    texts.set(row.id, row.text)
    missing.delete(row.text)
    return row
  }
  return {
    find(text) {
      const known = ids.get(text)
      if (known !== undefined || missing.has(text)) return known ?? null
      const row = byText(text)
      if (row !== undefined) return learn(row).id
      if (isWriter) missing.add(text)
      return null
    },
    text(id) {
      const known = texts.get(id)
      if (known !== undefined) return known
      const row = byId(id)
      return row === undefined ? `term ${id}` : learn(row).text
    },
    learn,
  }
}
