/**
 * The text of a resource before and after: as unified diff, or word by word. Text is what a page says as Markdown,
 * its document as JSON where one side has no Markdown, and the text of an OpenAPI version. Bounded: bodies that are too
 * long or too different to compare in time are told by their sizes.
 */
import { createTwoFilesPatch, diffWordsWithSpace } from 'diff'
import { bodyOnOneSide, DEFERRED_PART } from '../model/deferred-part.ts'
import type { StoredPart, StoredResource, Vault } from '../vault/vault.ts'
import type { DescribedChange } from './change.ts'

const MAX_BYTES = 2 * 1024 * 1024
/** Words cost more than lines. */
const MAX_WORD_CHARACTERS = 200_000
const TIMEOUT_MS = 2000

export interface BodyPair {
  name: string
  before: string
  after: string
}

export interface WordPiece {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Null when the text is the same on both sides, or there is none. */
export function bodiesOf(
  vault: Vault,
  change: Pick<DescribedChange, 'before' | 'after' | 'description'>,
): BodyPair | null {
  const { before, after } = change
  const isDeferred =
    before !== null && after !== null && bodyOnOneSide(before.parts, after.parts) === DEFERRED_PART
  const [left, right] = [textPartOf(before, isDeferred), textPartOf(after, isDeferred)]
  if (left?.digest === right?.digest) return null
  if ((left?.bytes ?? 0) > MAX_BYTES || (right?.bytes ?? 0) > MAX_BYTES) return null
  const { gitPath, path, id } = change.description
  return { name: gitPath ?? path ?? id, before: textOf(vault, left), after: textOf(vault, right) }
}

/** Null when there is nothing to show. Ends with a line break. */
export function bodyDiff(vault: Vault, change: DescribedChange): string | null {
  const bodies = bodiesOf(vault, change)
  if (bodies === null || bodies.before === bodies.after) return null
  const { name, before, after } = bodies
  const patch = createTwoFilesPatch(
    change.before ? `a/${name}` : '/dev/null',
    change.after ? `b/${name}` : '/dev/null',
    before,
    after,
    undefined,
    undefined,
    { context: 3, timeout: TIMEOUT_MS },
  )
  if (patch === undefined) return `${tooDifferent(bodies)}\n`
  return patch.replace(/^=+\n/, '')
}

/** The words that went and came, with those around them; null where that would take too long. */
export function wordDiff(before: string, after: string): WordPiece[] | null {
  if (before.length + after.length > MAX_WORD_CHARACTERS) return null
  const pieces = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS })
  return (
    pieces?.map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    })) ?? null
  )
}

export function tooDifferent({ name, before, after }: BodyPair): string {
  return `${name}: too different to compare, ${before.length} characters before and ${after.length} after`
}

/** `isDeferred`: only one side has the Markdown. */
function textPartOf(resource: StoredResource | null, isDeferred: boolean): StoredPart | undefined {
  const named = (name: string) => resource?.parts.find(part => part.name === name)
  const spec = resource?.kind === 'openapi-spec-version' ? named('content') : undefined
  return (isDeferred ? undefined : named(DEFERRED_PART)) ?? named('document') ?? spec
}

function textOf(vault: Vault, part: StoredPart | undefined): string {
  if (part === undefined) return ''
  const text = vault.read(part.content).toString()
  return part.name === 'document' ? indented(text) : text
}

/** One member a line, so that lines can be compared. */
function indented(json: string): string {
  try {
    return `${JSON.stringify(JSON.parse(json), null, 1)}\n`
  } catch {
    return json
  }
}
