/** One field of one object changed, of each kind: what a comparison that can fail must find. */
import { makeRandom } from '../../../src/emulator/state/random.ts'
import { resources } from '../../../src/resources/index.ts'
import { isJson, type Json, nameOf, type Wanted } from './expected.ts'

export interface Altered {
  /** All resources, one of each kind altered. */
  wanted: readonly Wanted[]
  /** Name and dotted path of what was altered, one of each kind. */
  fields: readonly string[]
}

export function alterEachKind(wanted: readonly Wanted[], seed: number): Altered {
  const random = makeRandom(seed, 'alterations')
  const known: readonly string[] = resources.map(resource => resource.kind)
  const altered = new Map<Wanted, Wanted>()
  const fields: string[] = []
  for (const [kind, ones] of Map.groupBy(wanted, one => one.kind)) {
    const one = ones[random.integer(ones.length)]
    if (!one || !known.includes(kind)) continue
    const leaves = [...leavesOf(one.json, [])]
    const path = leaves[random.integer(leaves.length)]
    if (!path) continue
    altered.set(one, { ...one, json: withOther(one.json, path) })
    fields.push(`${nameOf(one)}: ${path.join('.')} `)
  }
  return { wanted: wanted.map(one => altered.get(one) ?? one), fields }
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
