/** Bodies for an operation, each with one field that may be left out, and with what must be there. */
import type { Random } from '../../../src/emulator/state/random.ts'
import { alternativesOf } from '../shapes/alternatives.ts'
import { draw } from '../shapes/draw.ts'
import type { Operation, Service } from '../shapes/service.ts'
import type { Record_ } from '../shapes/shape.ts'

export function bodiesOf(service: Service, { body }: Operation): Record_[] {
  return body === null ? [] : alternativesOf(service, body).filter(shape => shape.is === 'record')
}

export function fieldsOf(bodies: readonly Record_[]): string[] {
  return [...new Set(bodies.flatMap(({ fields }) => [...fields.keys()]))]
}

interface Drawn {
  service: Service
  random: Random
  /** What addresses begin with: pictures are looked for there, and to ask a host that nobody has takes its time. */
  origin: string
  /** Something of it stands where a field wants an id. */
  ids: readonly string[]
}

/** Null where this body has no such field. */
export function drawBody({ service, random, origin, ids }: Drawn, shape: Record_, field: string): unknown {
  if (!shape.fields.has(field)) return null
  const drawing = { service, random, left: 40, origin }
  const entries = [...shape.fields]
    .filter(([name, { optional }]) => name === field || !optional)
    .map(([name, { shape }]) => [name, draw(drawing, shape, 0, name)] as const)
  return withIds(Object.fromEntries(entries), '', name =>
    isId(name) && random.next() < 0.8 ? (ids[random.integer(ids.length)] ?? null) : null,
  )
}

function isId(name: string): boolean {
  return /(Id|^id|space|section|page|parent|group|user|team|styleguide|members)$/i.test(name)
}

/** Ids in the place of drawn texts, and nothing that nobody described: a service refuses that. */
function withIds(value: unknown, name: string, idFor: (name: string) => string | null): unknown {
  if (Array.isArray(value)) return value.map(inner => withIds(inner, name, idFor))
  if (typeof value === 'string') return value.startsWith('said-') ? (idFor(name) ?? value) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('new'))
      .map(([key, inner]) => [key, withIds(inner, key, idFor)]),
  )
}
