/** One line of text that came from elsewhere, so that it cannot drive a terminal, forge a line or turn its neighbours around. */

/** C0, DEL and C1; line and paragraph separators; marks that change the direction of what follows. */
const DRIVING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

export function printable(text: string): string {
  return text.replaceAll(DRIVING, ' ')
}
