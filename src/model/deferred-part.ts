/**
 * A page has two bodies, which say the same: its document, and Markdown that follows from it. Markdown may be read later
 * (setting `backup.markdown`), and either may not be kept at all (`backup.formats`). That one came or went is no change
 * of the page: this is the one place that says what differs in nothing else.
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

/** Of one resource on two sides: the same, but that only one of them has one of the bodies. */
export function isSameButForBody(before: State, after: State): boolean {
  if (before.contentDigest !== after.contentDigest) return false
  const body = bodyOnOneSide(before.parts, after.parts)
  return body !== null && labelOf(before.parts, body) === labelOf(after.parts, body)
}

/** One side has both bodies, and the other lacks this one. Null: they have the same, or share none. */
export function bodyOnOneSide(before: Names, after: Names): PartName | null {
  const lacking = [before, after].flatMap(parts => BODIES.filter(name => !hasPart(parts, name)))
  return lacking.length === 1 ? (lacking[0] ?? null) : null
}

/** By which the two can be compared: Markdown, where both have it. Null: there is none, so there is nothing to compare. */
export function sharedBody(before: Names, after: Names): PartName | null {
  return BODIES.find(name => hasPart(before, name) && hasPart(after, name)) ?? null
}

/** Markdown first, which has no ids inside. */
const BODIES: readonly PartName[] = [DEFERRED_PART, LEADING_PART]

function hasPart(parts: Names, wanted: PartName): boolean {
  return parts.some(({ name }) => name === wanted)
}

function labelOf(parts: Parts, left: PartName): string {
  const others = parts.filter(({ name }) => name !== left)
  return JSON.stringify(others.map(({ name, digest }) => [name, digest]).toSorted())
}
