/**
 * Markdown of a page follows from its document, and may be read later than it (setting `backup.markdown`). That it came
 * is no change of the page: this is the one place that says what differs in nothing else.
 */
import type { Digest } from './digest.ts'
import type { PartName } from './resource.ts'

/** The body that may come later. */
export const DEFERRED_PART: PartName = 'markdown'
/** The body that it follows from. */
export const LEADING_PART: PartName = 'document'

type Names = readonly { readonly name: PartName }[]
type Parts = readonly { readonly name: PartName; readonly digest: Digest }[]

interface State {
  contentDigest: Digest
  parts: Parts
}

/** The document is there, and its Markdown is not. */
export function lacksDeferred(parts: Names): boolean {
  return !hasPart(parts, DEFERRED_PART) && hasPart(parts, LEADING_PART)
}

/** The Markdown is there, and its document is not kept: setting `backup.formats`. */
export function lacksLeading(parts: Names): boolean {
  return hasPart(parts, DEFERRED_PART) && !hasPart(parts, LEADING_PART)
}

/** Of one resource on two sides: the same, but that only one of them has the Markdown. */
export function differsInDeferredOnly(before: State, after: State): boolean {
  if (before.contentDigest !== after.contentDigest) return false
  if (!isDeferredOnOneSide(before.parts, after.parts)) return false
  return labelOf(before.parts) === labelOf(after.parts)
}

/** Both sides have the document, and only one of them the Markdown. */
export function isDeferredOnOneSide(before: Names, after: Names): boolean {
  return (lacksDeferred(before) && hasBoth(after)) || (lacksDeferred(after) && hasBoth(before))
}

function hasBoth(parts: Names): boolean {
  return hasPart(parts, DEFERRED_PART) && hasPart(parts, LEADING_PART)
}

function hasPart(parts: Names, wanted: PartName): boolean {
  return parts.some(({ name }) => name === wanted)
}

function labelOf(parts: Parts): string {
  const others = parts.filter(({ name }) => name !== DEFERRED_PART)
  return JSON.stringify(others.map(({ name, digest }) => [name, digest]).toSorted())
}
