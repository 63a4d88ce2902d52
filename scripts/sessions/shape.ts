/**
 * What two outputs have in common when only numbers, times, ids and sizes differ. Zero stays zero, for "0 removed" is a
 * claim; every other number is one. A line `…` of the written output matches any lines.
 */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?( ?(Z|UTC|[A-Z]{3,4}))?/g, 'TIME'],
  [/\b(just now|\d+ (second|minute|hour)s? ago|(yesterday|today))\b/g, 'AGO'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'ID'],
  [/\b(?=[a-f]*\d)[0-9a-f]{7,64}\b/g, 'HASH'],
  [/\b(?=\w*\d)(?=\w*[A-Z])\w{16,}\b/g, 'ID'],
  [/\b\d+(\.\d+)? ?(B|KiB|MiB|GiB)(\/s)?(?!\w)/g, 'SIZE'],
  [/\b\d+(\.\d+)? ?(µs|ms|s|min|h)(?!\w)/g, 'DURATION'],
  [/\b0*[1-9][\d,.]*\b|\b0\.\d+\b/g, 'N'],
  [/-{3,}|─{3,}/g, '---'],
  [/\s+/g, ' '],
]

export function shapeOf(line: string): string {
  return REPLACED.reduce((text, [what, word]) => text.replaceAll(what, word), line).trim()
}

/** Null when they match, else both shapes. */
export function compareShapes(written: readonly string[], printed: readonly string[]) {
  const expected = written.map(shapeOf)
  const actual = printed.map(shapeOf)
  return doMatch(expected, actual) ? null : { expected, actual }
}

function doMatch(expected: readonly string[], actual: readonly string[]): boolean {
  const [first, ...rest] = expected
  if (first === undefined) return actual.length === 0
  if (first === '…') return actual.some((_, at) => doMatch(rest, actual.slice(at))) || doMatch(rest, [])
  return actual.length > 0 && fits(first, actual[0] ?? '') && doMatch(rest, actual.slice(1))
}

/** An ellipsis in a line stands for anything. */
function fits(expected: string, actual: string): boolean {
  const [start = '', ...others] = expected.split('…')
  const last = others.pop()
  if (last === undefined) return expected === actual
  if (!actual.startsWith(start)) return false
  let at = start.length
  for (const piece of others) {
    const found = actual.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return actual.length >= at + last.length && actual.endsWith(last)
}
