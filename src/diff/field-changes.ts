/**
 * JSON compared by path, in the normalised form of the kind: what is noise there is no difference here. Secrets are
 * named as changed, never shown.
 */

import { canonicalJson } from '../model/digest.ts'
import { isFields } from '../model/fields.ts'
import { normalise } from '../model/normalise.ts'
import type { Item, Resource } from '../resources/resource.ts'
import { secretTest } from '../resources/secrets.ts'
import type { FieldChange } from './change.ts'

export function fieldChanges(resource: Resource | undefined, before: Item, after: Item): FieldChange[] {
  const rules = resource ?? { volatile: [] }
  const left = normalise(withoutContents(resource, before), rules)
  const right = normalise(withoutContents(resource, after), rules)
  const isSecret = secretTest(resource?.secret ?? [])
  return [...differences(left, right, '')].map(change => (isSecret(change.path) ? hidden(change) : change))
}

function withoutContents(resource: Resource | undefined, item: Item): Item {
  if (resource === undefined || !('contents' in resource)) return item
  const contents: readonly string[] = resource.contents ?? []
  return Object.fromEntries(Object.entries(item).filter(([key]) => !contents.includes(key)))
}

function* differences(before: unknown, after: unknown, path: string): Generator<FieldChange> {
  if (isFields(before) && isFields(after)) yield* ofObjects(before, after, path)
  else if (Array.isArray(before) && Array.isArray(after)) yield* ofLists(before, after, path)
  else if (canonicalJson(before ?? null) !== canonicalJson(after ?? null)) yield { path, before, after }
}

function* ofObjects(before: Item, after: Item, path: string): Generator<FieldChange> {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    yield* differences(before[key], after[key], path === '' ? key : `${path}.${key}`)
  }
}

/** Objects with ids are matched by them; texts and numbers are one value together. */
function* ofLists(before: unknown[], after: unknown[], path: string): Generator<FieldChange> {
  if (![...before, ...after].every(isFields)) {
    if (canonicalJson(before) !== canonicalJson(after)) yield { path, before, after }
    return
  }
  const [left, right] = [byName(before), byName(after)]
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    yield* differences(left.get(name), right.get(name), `${path}[${name}]`)
  }
  const order = (names: Map<string, unknown>, other: Map<string, unknown>) =>
    [...names.keys()].filter(name => other.has(name))
  const [first, second] = [order(left, right), order(right, left)]
  if (first.join() !== second.join()) yield { path: `${path}.order`, before: first, after: second }
}

function byName(list: unknown[]): Map<string, unknown> {
  const named = new Map<string, unknown>()
  for (const [index, item] of list.entries()) {
    const id = isFields(item) && typeof item.id === 'string' ? item.id : String(index)
    named.set(named.has(id) ? `${id}#${index}` : id, item)
  }
  return named
}

function hidden({ path, before, after }: FieldChange): FieldChange {
  const both = before !== undefined && after !== undefined
  return {
    path,
    before: before === undefined ? undefined : '(secret)',
    after: after === undefined ? undefined : both ? '(other secret)' : '(secret)',
  }
}
