/**
 * Which words went and came between two texts that stand in several parts, as bold and plain ones of a paragraph. Languages that
 * put no spaces between words are cut as `Intl.Segmenter` knows them. Bounded by lengths, not by time: the answer is always the same.
 */
import { diffArrays } from 'diff'
import type { Words } from './comparison.ts'

const MOST_WORDS = 20_000
const MOST_EDITS = 2000

/** For each part of the later text; null: too many, or nothing to show them in. */
export function mergeWords(before: readonly string[], after: readonly string[]): Words[][] | null {
  if (after.length === 0) return null
  const old = before.flatMap(wordsOf)
  const parts = after.map(wordsOf)
  const fresh = parts.flat()
  if (old.length + fresh.length > MOST_WORDS) return null
  const changes = diffArrays(old, fresh, { maxEditLength: MOST_EDITS })
  if (changes === undefined) return null
  const partOf = parts.flatMap((words, part) => words.map(() => part))
  const merged: Words[][] = after.map(() => [])
  let at = 0
  for (const { added, removed, value } of changes) {
    for (const text of value) {
      const part = removed ? (partOf[at - 1] ?? 0) : (partOf[at++] ?? 0)
      addWord(merged[part], { kind: added ? 'added' : removed ? 'removed' : 'same', text })
    }
  }
  return merged
}

function addWord(words: Words[] | undefined, { kind, text }: Words): void {
  const last = words?.at(-1)
  if (last?.kind === kind) last.text += text
  else words?.push({ kind, text })
}

/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const SPACED_WORDS = /[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Joined, they are the text. */
export function wordsOf(text: string): string[] {
  if (!UNSPACED.test(text)) return text.match(SPACED_WORDS) ?? []
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}
