/** A shape without names, unions and intersections: whatever it can be, each said in full. */
import type { Service } from './service.ts'
import type { Field, Record_, Shape } from './shape.ts'

export type Alternative = Exclude<Shape, { is: 'either' } | { is: 'both' } | { is: 'named' }>

/** Shapes are read once and never changed, so what was made of one stays. */
const made = new WeakMap<Shape, readonly Alternative[]>()

export function alternativesOf(service: Service, shape: Shape): readonly Alternative[] {
  const known = made.get(shape)
  if (known) return known
  const alternatives = make(service, shape)
  made.set(shape, alternatives)
  return alternatives
}

function make(service: Service, shape: Shape): readonly Alternative[] {
  switch (shape.is) {
    case 'named':
      return alternativesOf(service, service.named(shape.name))
    case 'either':
      return shape.of.flatMap(one => alternativesOf(service, one))
    case 'both':
      return shape.of
        .map(one => alternativesOf(service, one))
        .reduce((all, more) => all.flatMap(one => more.map(other => merged(one, other))))
    default:
      return [shape]
  }
}

function merged(one: Alternative, other: Alternative): Alternative {
  if (one.is !== 'record' || other.is !== 'record')
    throw new Error(`${one.is} and ${other.is} cannot both be said of one value`)
  return mergedRecords(one, other)
}

function mergedRecords(one: Record_, other: Record_): Record_ {
  const fields = new Map(one.fields)
  for (const [name, field] of other.fields) {
    const before = fields.get(name)
    fields.set(name, before ? narrowed(before, field) : field)
  }
  return { is: 'record', fields, others: one.others ?? other.others }
}

/** What comes later says it more exactly: `type?: string` and `type: "annotation-body"`. */
function narrowed(before: Field, field: Field): Field {
  return { shape: field.shape, optional: before.optional && field.optional }
}
