/**
 * Names of people in a text, as whole words: whatever the case, with and without accents, with dots, hyphens or markup
 * between their words, the last name first, and run together. A name of one or two letters only in its own spelling.
 */
import type { Span } from './spans.ts'

/** Scripts that put nothing between words: each sign counts by itself. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}])+|\\p{N}+`, 'gu')
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')
/** Not what parts columns or sentences of a list: a name ends there. */
const BETWEEN = /^(?:[^\S\n]|\n(?![^\S\n]*\n)|[-_.+*~`'’‘"“”()[\]\\&]){0,6}$/u
const MARKUP = /[*_~`]/
const DIGIT = /\p{N}/u
const SHORT = 2
/** So long a run of letters and digits is an id, which says nobody's name. */
const ID_LENGTH = 16

interface Word {
  text: string
  folded: string
  start: number
  end: number
}

interface Entry {
  words: readonly string[]
  /** What stands between them in the name itself. */
  between: readonly string[]
  /** Of a short name, its only spelling. */
  exact: string | null
  with: string
}

export class Names {
  /** By the first word; the longest name first. */
  readonly #entries: ReadonlyMap<string, readonly Entry[]>

  /** `names`: what stands for each. */
  constructor(names: ReadonlyMap<string, string>) {
    const entries = [...names].flatMap(([name, masked]) => entriesOf(name, masked))
    const sorted = entries.toSorted((a, b) => b.words.length - a.words.length)
    this.#entries = Map.groupBy(sorted, entry => entry.words[0] ?? '')
  }

  find(text: string): Span[] {
    const spans: Span[] = []
    const words = wordsIn(text)
    for (let at = 0; at < words.length; ) {
      const entry = this.#entries.get(words[at]?.folded ?? '')?.find(known => isAt(known, text, words, at))
      const [first, last] = [words[at], words[at + (entry?.words.length ?? 1) - 1]]
      if (entry !== undefined && first !== undefined && last !== undefined)
        spans.push({ start: first.start, end: last.end, with: entry.with + markupIn(entry, text, words, at) })
      at += entry?.words.length ?? 1
    }
    return spans
  }
}

/** How a name is known in texts: null where it has no letter and no digit. */
export function shapeOf(name: string): 'short' | 'word' | 'words' | null {
  const words = wordsIn(name)
  if (words.length === 0) return null
  if (isShort(words)) return 'short'
  return words.length === 1 ? 'word' : 'words'
}

function isShort(words: readonly Word[]): boolean {
  return words.reduce((sum, { text }) => sum + [...text].length, 0) <= SHORT
}

function entriesOf(name: string, masked: string): Entry[] {
  const words = wordsIn(name)
  if (words.length === 0) return []
  const folded = words.map(word => word.folded)
  const between = words.slice(1).map((word, index) => name.slice(words[index]?.end, word.start))
  const exact = isShort(words) ? words.map(word => word.text.normalize('NFC')).join(' ') : null
  const whole = { words: folded, between, exact, with: masked }
  if (words.length === 1 || exact !== null) return [whole]
  const turned = [...folded.slice(-1), ...folded.slice(0, -1)]
  const joined = { words: [folded.join('')], between: [], exact: null, with: masked }
  const isSpaced = words.every(({ text }) => !IS_UNSPACED.test(text) && !DIGIT.test(text))
  return [whole, { ...whole, words: turned, between: between.map(() => ', ') }, ...(isSpaced ? [joined] : [])]
}

function isAt(entry: Entry, text: string, words: readonly Word[], at: number): boolean {
  for (const [index, folded] of entry.words.entries()) {
    const word = words[at + index]
    if (word?.folded !== folded) return false
    if (index === 0) continue
    const between = text.slice(words[at + index - 1]?.end, word.start)
    if (!BETWEEN.test(between) && unmarked(between) !== unmarked(entry.between[index - 1])) return false
  }
  const found = words.slice(at, at + entry.words.length)
  if (entry.exact !== null && found.map(word => word.text.normalize('NFC')).join(' ') !== entry.exact)
    return false
  return entry.words.length > 1 || !isInId(entry, text, found[0])
}

/** Of a name that is half in bold the bold has to end where it did. */
function markupIn(entry: Entry, text: string, words: readonly Word[], at: number): string {
  const between = entry.between.map((own, index) => {
    const found = text.slice(words[at + index]?.end, words[at + index + 1]?.start)
    return MARKUP.test(own) ? '' : found.replace(/\\./g, '')
  })
  return between.join('').replace(/[^*_~`]/g, '')
}

function unmarked(between = ''): string {
  return between.replace(/[*_~`\\]/g, '')
}

function isInId({ exact }: Entry, text: string, word: Word | undefined): boolean {
  if (word === undefined || IS_UNSPACED.test(word.text)) return false
  const [before, after] = [text[word.start - 1] ?? '', text[word.end] ?? '']
  const isBeside = (DIGIT.test(before) || DIGIT.test(after)) && !DIGIT.test(word.text[0] ?? '')
  if (!isBeside) return false
  if (exact !== null) return true
  const [left = ''] = /[A-Za-z0-9]*$/.exec(text.slice(Math.max(0, word.start - 64), word.start)) ?? []
  const [right = ''] = /^[A-Za-z0-9]*/.exec(text.slice(word.end, word.end + 64)) ?? []
  return left.length + word.text.length + right.length >= ID_LENGTH
}

function wordsIn(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word,
    folded: fold(word),
    start: index,
    end: index + word.length,
  }))
}

const LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
}

/** Without case and accents. */
function fold(word: string): string {
  if (/^[a-z]+$/.test(word)) return word
  return word
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ıßøłđæœ]/g, letter => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
}
