/** Stretches of a text that something else takes the place of. */

export interface Span {
  start: number
  end: number
  /** What stands there afterwards. */
  with: string
}

/** `spans`: in order, none over another. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const pieces: string[] = []
  let at = 0
  for (const span of spans) {
    pieces.push(text.slice(at, span.start), span.with)
    at = span.end
  }
  return pieces.join('') + text.slice(at)
}

/** The same in a text that is cut into pieces: what begins in one and ends in another stands in the first afterwards. */
export function replaceInPieces(pieces: readonly string[], spans: readonly Span[]): string[] {
  let from = 0
  return pieces.map(piece => {
    const [start, end] = [from, from + piece.length]
    from = end
    const inside = spans
      .filter(span => span.start < end && span.end > start)
      .map(span => ({
        start: Math.max(span.start, start) - start,
        end: Math.min(span.end, end) - start,
        with: span.start >= start ? span.with : '',
      }))
    return replaceSpans(piece, inside)
  })
}
