/** One line of text that came from elsewhere, so that it cannot drive a terminal, forge a line or turn its neighbours around. */

/** C0, DEL and C1; line and paragraph separators; marks that change the direction of what follows. */
const DRIVING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

export function printable(text: string): string {
  return text.replaceAll(DRIVING, ' ')
}

/** JSON that says the same in other letters: C1 and marks of direction drive a terminal from inside a text, too. */
export function printableJson(json: string): string {
  return json.replaceAll(IN_JSON, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** C0 stands in JSON only between the tokens. */
const IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
