/** Bodies beside the JSON, compared by what they contain. */
import { DEFERRED_PART, isDeferredOnOneSide } from '../model/deferred-part.ts'
import type { StoredPart, StoredResource } from '../vault/vault.ts'
import type { PartChange } from './change.ts'

export function partChanges(before: StoredResource, after: StoredResource): PartChange[] {
  const isDeferred = isDeferredOnOneSide(before.parts, after.parts)
  const names = new Set([...before.parts, ...after.parts].map(part => part.name))
  return [...names].flatMap(name => {
    const [left, right] = [before, after].map(side => side.parts.find(part => part.name === name))
    // Where only one side has the Markdown, the documents say what differs.
    if (isDeferred && name === DEFERRED_PART) return []
    return left?.digest === right?.digest ? [] : [{ name, before: stateOf(left), after: stateOf(right) }]
  })
}

function stateOf(part: StoredPart | undefined): PartChange['before'] {
  return part ? { digest: part.digest, bytes: part.bytes } : null
}
