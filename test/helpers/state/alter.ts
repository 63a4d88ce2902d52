/** One field of one object changed, for each kind: what a comparison that can fail must find. */
import { makeRandom } from '../../../src/emulator/state/random.ts'
import { resources } from '../../../src/resources/index.ts'
import { isJson, type Json, type Wanted } from './expected.ts'

export interface Alteration {
  kind: string
  /** Dotted path of what was altered. */
  field: string
  /** All resources, one of them altered. */
  wanted: readonly Wanted[]
}

export function* alterations(wanted: readonly Wanted[], seed: number): Generator<Alteration> {
  const random = makeRandom(seed, 'alterations')
  const known = resources.map(resource => resource.kind)
  for (const [kind, ones] of Map.groupBy(wanted, one => one.kind)) {
    const one = ones[random.integer(ones.length)]
    if (!one || !known.includes(kind)) continue
    const leaves = [...leavesOf(one.json, [])]
    const path = leaves[random.integer(leaves.length)]
    if (!path) continue
    const altered = { ...one, json: withOther(one.json, path) }
    yield { kind, field: path.join('.'), wanted: wanted.map(other => (other === one ? altered : other)) }
  }
}

/** Addresses may be compared without their end. */
function* leavesOf(value: unknown, path: readonly string[]): Generator<string[]> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* leavesOf(member, [...path, name])
  } else if (path.at(-1) !== 'downloadURL') yield [...path]
}

function withOther(json: Json, [name = '', ...rest]: readonly string[]): Json {
  return { ...json, [name]: other(json[name], rest) }
}

function other(value: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return `not ${String(value)}`
  if (isJson(value)) return withOther(value, path)
  const [index, ...rest] = path
  return Array.isArray(value) ? value.with(Number(index), other(value[Number(index)], rest)) : value
}
