/**
 * Text as Markdown that reads back as the very text, and link destinations.
 */

/** For a run of text that stands between other inlines: what could join with a neighbour is escaped at the ends. */
export function escapeText(text: string): string {
  if (!/[\\`*_[\]~<&{$^\r]/.test(text)) return text
  return text
    .replace(/[\\`*_[\]~]/g, '\\$&')
    .replace(/<(?=[A-Za-z/!?]|$)/g, '\\<')
    .replace(/&(?=#?\w+;|$)/g, '\\&')
    .replace(/\{%/g, '{\\%')
    .replace(/\$(?=\$|$)|(?<=\$|^)\$/g, '\\$')
    .replace(/^\^/, '\\^')
    .replace(/\r/g, '&#13;')
}

/** The lines of a paragraph, none of which begins another block. */
export function paragraphText(text: string): string {
  const whole = text.replace(/(?:\\\n)+$/, breaks => '<br>'.repeat(breaks.length / 2))
  return lineText(whole.split('\n').map(escapeStart).join('\n'))
}

/** White space at the two ends would be lost. */
export function lineText(text: string): string {
  return text.replace(/^\s|\s$/g, space => `&#x${space.charCodeAt(0).toString(16)};`)
}

const STARTS: readonly [RegExp, string][] = [
  [/^\s/, ''],
  [/^#{1,6}(?=\s|$)/, '\\$&'],
  [/^>/, '\\>'],
  [/^[-+](?=[-\s|:]|$)/, '\\$&'],
  [/^=(?==*\s*$)/, '\\='],
  [/^[|:](?=[-:|\s]*$)/, '\\$&'],
  [/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2'],
  // A comment at the start would make the rest of the line HTML.
  [/^<!--/, '&#x20;$&'],
]

/** What any of these begins with. */
const MAY_START = /^[\s#>\-+=|:\d<]/

function escapeStart(line: string): string {
  if (!MAY_START.test(line)) return line
  const found = STARTS.find(([pattern]) => pattern.test(line))
  if (found === undefined) return line
  const [pattern, replacement] = found
  return replacement === '' ? lineText(line) : line.replace(pattern, replacement)
}

/** What stands in the parentheses of a link. */
export function destination(target: string): string {
  const safe = target
    .replace(/[\r\n]/g, encodeURIComponent)
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/\{%/g, '{\\%')
  if (/^[^\s()<>\\`\p{Cc}]+$/u.test(safe)) return safe
  return `<${safe.replace(/[<>]/g, '\\$&')}>`
}

export function codeSpan(code: string): string {
  const runs = new Set((code.match(/`+/g) ?? []).map(run => run.length))
  let length = 1
  while (runs.has(length)) length++
  const fence = '`'.repeat(length)
  const padding = /^`|`$|^ .* $/.test(code) ? ' ' : ''
  return `${fence}${padding}${code}${padding}${fence}`
}
