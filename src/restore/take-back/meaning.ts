/**
 * What a resource says, noise left out: by that two states of it are the same or not. Kinds that follow from others
 * (effective access, reports) say nothing of their own.
 */

import { canonicalJson } from '../../model/digest.ts'
import { type Fields, recordOf } from '../../model/fields.ts'
import { normalise } from '../../model/normalise.ts'
import type { Kind } from '../../model/resource.ts'
import { isContent, isTree } from '../../resources/drafts.ts'
import { resources } from '../../resources/index.ts'
import { restorerOf } from '../kinds/index.ts'
import type { OrganizationState, StateItem } from '../state.ts'

const declarations = new Map(resources.map(declaration => [declaration.kind, declaration]))

/** Something of it can be written, or it holds what can. */
export function hasMeaning(kind: Kind): boolean {
  return kind !== 'user' && (restorerOf.has(kind) || isContent(kind) || isTree(kind))
}

export function sayTheSame(
  a: StateItem,
  stateOfA: OrganizationState,
  b: StateItem,
  stateOfB: OrganizationState,
) {
  const sameRow = a.resource.key === b.resource.key && a.resource.since === b.resource.since
  if (sameRow && a.resource.content === b.resource.content) return true
  return canonicalJson(saidBy(a)) === canonicalJson(saidBy(b)) && sameBodies(a, stateOfA, b, stateOfB)
}

/** The JSON without what moves without meaning. */
export function saidBy({ kind, json }: Pick<StateItem, 'kind' | 'json'>): Fields {
  const declared = declarations.get(kind)
  return (declared === undefined ? json : recordOf(normalise(json, declared))) ?? {}
}

function sameBodies(
  a: StateItem,
  stateOfA: OrganizationState,
  b: StateItem,
  stateOfB: OrganizationState,
): boolean {
  const names = new Set([...a.resource.parts, ...b.resource.parts].map(part => part.name))
  const meaningOf = declarations.get(a.kind)?.meaningOfBody
  return [...names].every(name => {
    const [left, right] = [a, b].map(item => item.resource.parts.find(part => part.name === name)?.digest)
    if (left === right) return true
    if (left === undefined || right === undefined || meaningOf === undefined) return false
    const meaning = (item: StateItem, state: OrganizationState) =>
      meaningOf(name, state.part(item, name) ?? Buffer.alloc(0))
    return meaning(a, stateOfA) === meaning(b, stateOfB)
  })
}
