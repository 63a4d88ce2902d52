/**
 * The form in which texts are compared: what somebody types finds what somebody wrote, however either was encoded. One
 * function for what is searched and for what is searched for, so that they cannot disagree.
 *
 * Equal in it are: upper and lower case; full and half width, ligatures and other compatibility forms (Unicode NFKC);
 * composed and decomposed accents; runs of white space and control characters, which are one space; texts with and without
 * what Unicode lets be ignored (soft hyphens, joiners, marks of direction). Accents count: `e` does not find `é`.
 */

/** Unicode's own list: soft hyphen, joiners, marks of direction, selectors of variants, byte order mark, fillers. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const SPACES = /[\s\p{Cc}]+/gu
const SPACES_IN_LINES = /[^\S\n]+|(?!\n)\p{Cc}+/gu

/** As people see it: case is kept. */
export function shownForm(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, '').normalize('NFKC').replace(SPACES, ' ')
}

/** The same with its lines, for patterns: each other run of white space is one space. */
export function linesForm(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, '').normalize('NFKC').replace(SPACES_IN_LINES, ' ')
}

/** Of a text in the form above. Each character folds by itself, so that a part of a text folds as it does within it. */
export function folded(shown: string): string {
  // The one lower case that depends on what stands around it.
  return shown.toLowerCase().replaceAll('ς', 'σ')
}

export function normalForm(text: string): string {
  return folded(shownForm(text))
}

/** Of a name or a title, which nobody tells apart by spaces around it. */
export function nameForm(text: string): string {
  return normalForm(text).trim()
}
