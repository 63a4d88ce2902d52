/** A text as people take it for the same: case, width, composition and white space do not matter, nor what nobody sees. */

/** Soft hyphens, and marks of no width. */
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/g

export function normalForm(text: string): string {
  // Capitals: small letters of one capital differ by their place in a word, as both of sigma do.
  const folded = text.normalize('NFKC').replaceAll(UNSEEN, '').toUpperCase().normalize('NFKC')
  return folded.replaceAll(/\s+/g, ' ').trim()
}
