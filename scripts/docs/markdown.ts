/** The few forms of Markdown that generated tables need. */

/** Columns as wide as their widest cell, which is how the formatter wants them. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map(cells => cells.map(cellOf))
  const widths = head.map((_, column) => Math.max(3, ...lines.map(cells => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const [first = [], ...rest] = lines
  return [line(first), line(widths.map(width => '-'.repeat(width))), ...rest.map(line)].join('\n')
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
