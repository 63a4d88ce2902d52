/** The few forms of Markdown that generated tables need. */

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cellOf).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** In code, too: tables are split into cells before anything else is read. */
function cellOf(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('|', '\\|')
}

export function code(text: string): string {
  return `\`${text}\``
}

export function codeList(texts: readonly string[]): string {
  return texts.map(code).join(', ')
}

/** As a sentence of its own in a cell. */
export function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(first) ? first : `${first}.`
}
