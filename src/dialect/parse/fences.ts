/**
 * Fenced code, line by line (CommonMark 4.5): what stands in it is text, whatever it looks like.
 */

/** A fence may stand behind quote and list markers, and at any depth inside a list. */
const OPENING = /^(?:[ \t>]|[*+-][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})(.*)$/
const CLOSING = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/

/** Asked for each line of a text in turn: whether it belongs to fenced code, the fences themselves included. */
export function makeFenceReader(): (line: string) => boolean {
  let open = ''
  return line => {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    if (open === '') {
      const [, run = '', info = ''] = OPENING.exec(text) ?? []
      if (run === '' || (run.startsWith('`') && info.includes('`'))) return false
      open = run
      return true
    }
    const [, run = ''] = CLOSING.exec(text) ?? []
    if (run.startsWith(open)) open = ''
    return true
  }
}
