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
/** Runs of white space and control characters, but a space by itself, of which there are many. */
const SPACES = /(?:[^\S ]|\p{Cc}| [\s\p{Cc}])[\s\p{Cc}]*/gu

/** As people see it, with its lines: a run of white space in which a line ends is that end alone, each other one a space. */
export function linesForm(text: string): string {
  const visible = text.toWellFormed().replace(INVISIBLE, '').normalize('NFKC')
  return visible.replace(SPACES, spaces => (spaces.includes('\n') ? '\n' : ' '))
}

/** As people see it: case is kept. */
export function shownForm(text: string): string {
  return shownOf(linesForm(text))
}

/** Of a text in the form above. Each character stands where it stood. */
export function shownOf(lines: string): string {
  return lines.replaceAll('\n', ' ')
}

/** Of a text as people see it. Each character folds by itself, so that a part of a text folds as it does within it. */
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
