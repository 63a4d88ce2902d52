/**
 * Random values that a shape allows: optional fields absent or present, each branch of a union, words of a list that
 * nobody knows yet, fields that nobody described at every level. Every text that is free says something that stands
 * nowhere else, so that it can be found again.
 */
import type { Random } from '../../../src/emulator/state/random.ts'
import { type Alternative, alternativesOf } from './alternatives.ts'
import type { Service } from './service.ts'
import type { Range, Record_, Shape } from './shape.ts'

export interface Drawing {
  service: Service
  random: Random
  /** How many more records may be drawn in full; the rest has only what it must have. */
  left: number
  /** What every address begins with. */
  origin: string
  /** Chance that a word of a list of words, or the kind of a thing, is one that nobody knows yet. */
  future?: number
  /** Of the record at that place, before its fields are drawn: the whole of it, or what some of its fields are to be. */
  settle?: (record: Record_) => { whole: unknown } | { fields: Readonly<Record<string, unknown>> }
}

const DEEP = 8
const DEEPEST = 12

function isSpent({ left }: Drawing, depth: number): boolean {
  return left <= 0 || depth >= DEEP
}

/** `field`: the name under which it stands. Ids and the like are never odd: a service makes them. */
export function draw(drawing: Drawing, shape: Shape, depth = 0, field = ''): unknown {
  const alternatives = alternativesOf(drawing.service, shape)
  const chosen = choose(drawing, alternatives, depth)
  if (isFuture(drawing, alternatives)) return ofTheFuture(drawing, chosen, depth)
  switch (chosen.is) {
    case 'text':
      return text(drawing, chosen, FREE.test(field))
    case 'number':
      return number(drawing.random, chosen)
    case 'boolean':
      return drawing.random.next() < 0.5
    case 'null':
      return null
    case 'literal':
      return chosen.value
    case 'list':
      return list(drawing, chosen, depth)
    case 'record':
      return record(drawing, chosen, depth)
    default:
      return anything(drawing.random)
  }
}

/** One of several words, or one of several kinds of things. */
function isFuture({ future = 0, random }: Drawing, alternatives: readonly Alternative[]): boolean {
  if (future === 0 || alternatives.length < 2) return false
  const isOpen =
    alternatives.every(one => one.is === 'literal' && typeof one.value === 'string') ||
    alternatives.every(one => one.is === 'record' && kindField(one) !== null)
  return isOpen && random.next() < future
}

function ofTheFuture(drawing: Drawing, chosen: Alternative, depth: number): unknown {
  const word = token(drawing.random)
  if (chosen.is !== 'record') return word
  const field = kindField(chosen) ?? 'type'
  const fields = new Map(chosen.fields)
  fields.set(field, { shape: { is: 'literal', value: word }, optional: false })
  return draw(drawing, { ...chosen, fields }, depth)
}

/** What tells the kinds of things apart. */
function kindField({ fields }: Record_): string | null {
  return (
    ['type', 'kind', 'action', 'rule', 'connector'].find(name => fields.get(name)?.shape.is === 'literal') ??
    null
  )
}

function choose(drawing: Drawing, alternatives: readonly Alternative[], depth: number): Alternative {
  const [first] = alternatives
  if (first === undefined) throw new Error('a shape without alternatives')
  if (!isSpent(drawing, depth)) return drawing.random.pick([first, ...alternatives.slice(1)])
  const flattest = alternatives.toSorted((a, b) => weight(a) - weight(b))
  return flattest[0] ?? first
}

/** Fields that must be there and have something within. */
function weight(one: Alternative): number {
  if (one.is === 'list') return one.length.least
  if (one.is !== 'record') return 0
  return 1 + [...one.fields.values()].filter(field => !field.optional && field.shape.is !== 'literal').length
}

function list(drawing: Drawing, { of, length }: Extract<Shape, { is: 'list' }>, depth: number): unknown[] {
  const wanted = isSpent(drawing, depth) ? 0 : drawing.random.integer(3)
  const size = Math.max(length.least, Math.min(length.most, wanted))
  if (depth > DEEPEST) return []
  return Array.from({ length: size }, () => draw(drawing, of, depth + 1))
}

function record(drawing: Drawing, shape: Record_, depth: number): unknown {
  const { random } = drawing
  drawing.left--
  const settling = drawing.settle?.(shape) ?? { fields: {} }
  if ('whole' in settling) return settling.whole
  const settled = settling.fields
  const value: Record<string, unknown> = {}
  for (const [name, field] of shape.fields) {
    if (name in settled) {
      if (settled[name] !== undefined) value[name] = settled[name]
    } else if (!field.optional || (!isSpent(drawing, depth) && random.next() < 0.5))
      value[name] = draw(drawing, field.shape, depth + 1, name)
  }
  const { others } = shape
  if (others && !isSpent(drawing, depth))
    for (let more = random.integer(3); more > 0; more--)
      value[`key-${token(random)}`] = draw(drawing, others, depth + 1)
  if (others === null && random.next() < 0.3) value[`new${random.text(4)}`] = anything(random)
  return value
}

/** What a service of next year may say. */
function anything(random: Random): unknown {
  switch (random.integer(5)) {
    case 0:
      return null
    case 1:
      return random.next() < 0.5
    case 2:
      return { inside: token(random), list: [token(random), random.integer(100)] }
    case 3:
      return random.integer(1_000_000)
    default:
      return token(random)
  }
}

const FREE = /title|label|description|subject|text|summary|message|displayName|copyright|question/i

const ODD = ['', ' ', 'ünïcödé 🚀', '‮right to left', 'two\nlines', '<b>&amp;</b>', '../..', '0', 'null']

function text(
  { random, origin }: Drawing,
  { format, length, pattern }: Extract<Shape, { is: 'text' }>,
  isFree: boolean,
): string {
  switch (format) {
    case 'date-time':
      return new Date(Date.UTC(2020, 0, 1) + random.integer(200_000_000) * 1000).toISOString()
    case 'date':
      return new Date(Date.UTC(2020, 0, 1) + random.integer(2000) * 86_400_000).toISOString().slice(0, 10)
    case 'uri':
      return `${origin}/files/${token(random)}?sign=${random.text(4)}`
    case 'uuid':
      return uuid(random)
    case 'email':
      return `${token(random)}@example.com`
    case 'emoji':
      return '1f600'
    case 'icon':
      return 'star'
    default:
      return pattern ? matching(random, pattern) : free(random, length, isFree)
  }
}

function free(random: Random, { least, most }: Range, isFree: boolean): string {
  const odd = isFree && random.next() < 0.08 ? ODD[random.integer(ODD.length)] : undefined
  const words = odd ?? token(random)
  if ([...words].length >= least && [...words].length <= most) return words
  return token(random).padEnd(least, 'x').slice(0, most)
}

/** Made by hand: a general maker of matching texts takes seconds for some patterns, and knows no look-ahead. */
const FORMS: readonly ((random: Random) => string)[] = [
  token,
  random => token(random).toLowerCase(),
  random => `#${random.integer(0xffffff).toString(16).padStart(6, '0')}`,
  random => `/${token(random)}`,
  random => `refs/heads/${token(random)}`,
  random => `integration:${token(random)}`,
  random => `integration:${token(random)}:source`,
  random => `connection:${token(random)}`,
  random => `UC${random.text(22)}`,
  random => `@${token(random)}`,
  random => `${token(random).toLowerCase()}.example.com`,
  random => `example.com/${token(random)}`,
  random => `${token(random)}/${token(random)}`,
]

function matching(random: Random, pattern: RegExp): string {
  for (const form of FORMS) {
    const made = form(random)
    if (pattern.test(made)) return made
  }
  throw new Error(`nothing here makes a text that matches ${pattern.source}`)
}

function number(random: Random, { whole, size }: Extract<Shape, { is: 'number' }>): number {
  const least = Math.max(size.least, 0)
  const most = Math.min(size.most, least + 1000)
  const drawn = least + random.integer(Math.max(1, most - least + 1))
  return whole || random.next() < 0.8 ? drawn : Math.min(most, drawn + 0.5)
}

export function token(random: Random): string {
  return `said-${random.text(10)}`
}

function uuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.integer(16).toString(16)).join('')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-')
}
