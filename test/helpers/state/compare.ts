/** Compares a snapshot with the emulator's state: object by object, field by field, in both directions. */
import { formatRef, type ResourceRef } from '../../../src/model/resource.ts'
import { resources } from '../../../src/resources/index.ts'
import type { StoredResource, Vault } from '../../../src/vault/vault.ts'
import { isJson, type Json, nameOf, type Wanted } from './expected.ts'

export interface Comparison {
  /** Resources that are equal, by kind. */
  equal: Record<string, number>
  /** How many there are of each kind that docvault does not know yet. */
  noSuchKind: Record<string, number>
  /** One line each: missing, surplus, a field that differs. */
  differences: string[]
}

/** Pictures and uploads have no record of their own: their addresses are in other objects. */
const BY_ADDRESS = 'asset'

export function compareWithState(
  vault: Vault,
  snapshot: number,
  wanted: readonly Wanted[],
  state: Json,
): Comparison {
  const known: ReadonlySet<string> = new Set(resources.map(resource => resource.kind))
  const result: Comparison = { equal: {}, noSuchKind: {}, differences: [] }
  const stored = storedByPath(vault, snapshot)
  for (const one of wanted) {
    if (!known.has(one.kind)) count(result.noSuchKind, one.kind)
    else compareOne(vault, one, take(stored, one.path), result)
  }
  const text = JSON.stringify(state)
  for (const [name, one] of stored) {
    if (one.kind === BY_ADDRESS && text.includes(one.id)) count(result.equal, one.kind)
    else result.differences.push(`${name} is in the snapshot only`)
  }
  return result
}

function compareOne(
  vault: Vault,
  wanted: Wanted,
  stored: StoredResource | undefined,
  result: Comparison,
): void {
  const name = nameOf(wanted)
  if (!stored) {
    result.differences.push(`${name} is missing`)
    return
  }
  const parts = Object.fromEntries(stored.parts.map(part => [part.name, part.digest]))
  const lines = [
    ...fieldsThatDiffer(comparable(unsigned(wanted.json)), comparable(vault.readJson(stored)), ''),
    ...fieldsThatDiffer(wanted.parts, parts, 'body '),
  ]
  if (lines.length === 0) count(result.equal, wanted.kind)
  result.differences.push(...lines.map(line => `${name}: ${line}`))
}

function* fieldsThatDiffer(wanted: unknown, stored: unknown, path: string): Generator<string> {
  if (typeof wanted !== 'object' || typeof stored !== 'object' || wanted === null || stored === null) {
    if (wanted !== stored) yield `${path} is ${shown(stored)} instead of ${shown(wanted)}`
    return
  }
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(stored)]))
    yield* fieldsThatDiffer(
      fieldOf(wanted, name),
      fieldOf(stored, name),
      path === '' ? name : `${path}.${name}`,
    )
}

function fieldOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 80)
}

/** Signatures differ in every answer, and let in whoever has them: none is stored. */
function unsigned(value: unknown): unknown {
  if (typeof value === 'string') return /^https?:[^?]*\?.*token=/.test(value) ? value.split('?')[0] : value
  return mapMembers(value, unsigned)
}

/** Said by only one of the two operations that show the look of a site space. */
const DERIVED = 'hasOverrides'

function comparable(value: unknown): unknown {
  if (!isJson(value)) return mapMembers(value, comparable)
  const { [DERIVED]: _left, ...said } = value
  return mapMembers(said, comparable)
}

function mapMembers(value: unknown, map: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map)
  if (!isJson(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]))
}

function storedByPath(vault: Vault, snapshot: number): Map<string, StoredResource> {
  const stored = new Map<string, StoredResource>()
  for (const one of vault.resources(snapshot)) stored.set(labelOf(pathOf(vault.ref(one.key))), one)
  return stored
}

/** Each can be taken once: what is left in the end is in the snapshot only. */
function take(stored: Map<string, StoredResource>, path: readonly string[]): StoredResource | undefined {
  const exact = labelOf(path)
  const start = exact.endsWith(' *') ? exact.slice(0, -1) : null
  const name =
    start === null
      ? exact
      : [...stored.keys()].find(one => one.startsWith(start) && !one.slice(start.length).includes(' / '))
  const found = stored.get(name ?? '')
  stored.delete(name ?? '')
  return found
}

function pathOf(ref: ResourceRef): string[] {
  return [...(ref.parent === null ? [] : pathOf(ref.parent)), formatRef({ ...ref, parent: null })]
}

function labelOf(path: readonly string[]): string {
  return path.join(' / ')
}

function count(counts: Record<string, number>, kind: string): void {
  counts[kind] = (counts[kind] ?? 0) + 1
}
