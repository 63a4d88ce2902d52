/** The few forms of roff that the man pages need. Text cannot become a request, and what is in the pages is ASCII. */

const GLYPHS: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
}

/** As it stands, on a terminal and to be copied from there. */
export function escapeRoff(text: string): string {
  const glyphs = text.replaceAll(/[\\\-'`^~"]|[^\x20-\x7e]/gu, glyphOf)
  return glyphs.startsWith('.') ? `\\&${glyphs}` : glyphs
}

export function bold(text: string): string {
  return `\\fB${escapeRoff(text)}\\fR`
}

export function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`.SH ${title}`, ...lines]
}

/** A term, and what it means indented below it. */
export function item(term: string, meaning: string): string[] {
  return ['.TP', term, meaning || '\\&']
}

/** Prose: what is in backticks is bold. */
export function prose(text: string): string {
  const line = text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? bold(part) : escapeRoff(part)))
    .join('')
  return line.startsWith('.') ? `\\&${line}` : line
}

/** What is typed, and what for. */
export function examples(lines: readonly (readonly [line: string, does: string])[]): string[] {
  return lines.flatMap(([line, does]) => item(bold(line), prose(does)))
}

function glyphOf(glyph: string): string {
  if (glyph < ' ') return ' '
  const known = GLYPHS[glyph]
  return known ?? `\\[u${(glyph.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}
