/**
 * Words of ours among those of a body: each stands in an element of the class `label`, which no body can have, so that the two
 * are never taken for each other.
 */
import { type Child, element, type Html } from './element.ts'

export function label(...words: readonly Child[]): Html {
  return element('span', { class: 'label' }, ...words)
}

/** A block with a heading of ours. */
export function box(kind: string, heading: Child, ...content: readonly Child[]): Html {
  return element('div', { class: `box ${kind}` }, element('p', { class: 'label' }, heading), ...content)
}

/** What somebody else wrote, in a sentence of ours: its direction ends with it. */
export function quoted(words: string): Html {
  return element('bdi', {}, shortened(words, MOST_QUOTED))
}

const MOST_QUOTED = 500

export function shortened(words: string, most: number): string {
  return words.length > most ? `${words.slice(0, most)}…` : words
}
