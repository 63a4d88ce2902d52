/** Bodies beside the JSON, compared by what they contain. */
import { bodyOnOneSide } from '../model/deferred-part.ts'
import type { StoredPart, StoredResource } from '../vault/vault.ts'
import type { PartChange } from './change.ts'

export function partChanges(before: StoredResource, after: StoredResource): PartChange[] {
  const alone = bodyOnOneSide(before.parts, after.parts)
  const names = new Set([...before.parts, ...after.parts].map(part => part.name))
  return [...names].flatMap(name => {
    const [left, right] = [before, after].map(side => side.parts.find(part => part.name === name))
    // Where only one side has it, the other body says what differs.
    if (name === alone) return []
    return left?.digest === right?.digest ? [] : [{ name, before: stateOf(left), after: stateOf(right) }]
  })
}

function stateOf(part: StoredPart | undefined): PartChange['before'] {
  return part ? { digest: part.digest, bytes: part.bytes } : null
}
