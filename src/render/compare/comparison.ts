/**
 * What differs between two bodies, block by block, as a reader of both would list it: in the order of the later one, with what
 * is gone where it was. Taking away what is only in one of them gives the other's blocks in their order.
 */
import type { Html } from '../html/element.ts'

/** `formatted`: it says the same, in another form. */
export type ChangeKind = 'same' | 'added' | 'removed' | 'moved' | 'changed' | 'formatted'

export interface BlockChange {
  kind: ChangeKind
  /** Its place in each body, from 0; null: it is not in it. */
  before: number | null
  after: number | null
  /** Which of the two this is the place in; of a moved block there is an entry for each. */
  place: 'before' | 'after' | 'both'
  /** Of what is the same, only the later. */
  beforeHtml: Html | null
  afterHtml: Html | null
  /** The later one, with words that went and came marked in it; null: it has none, or they are too many to compare. */
  wordsHtml: Html | null
}

export interface Comparison {
  blocks: readonly BlockChange[]
  /** Sentences: what was left out for its size, or cannot be told. */
  limits: readonly string[]
}

/** What a comparison asks of a block, whatever it is written in. */
export interface ComparableBlock {
  /** Blocks of two types are never two versions of one. */
  type: string
  /** Of what it says and how, without what only an editor sees. */
  digest: string
  /** Everything that is read in it. */
  text: string
  /** What is read in it besides its parts: titles, and whatever else a comparison of words does not show. */
  besides: string
  /** The parts of its text that may be compared word by word. */
  parts: readonly string[]
  render(): Html
  /** The same with other words: a list for each part. */
  renderWords(words: readonly (readonly Words[])[]): Html
}

export interface Words {
  kind: 'same' | 'added' | 'removed'
  text: string
}
