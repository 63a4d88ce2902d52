/**
 * Says where a value is not what a shape says: what is missing, what is of another type, what nobody described. Of a
 * union the alternative counts that the value says it is (`type`, `object`, `kind`), else the one that fits best.
 */
import { type Alternative, alternativesOf } from './alternatives.ts'
import type { Service } from './service.ts'
import type { Range, Record_, Shape, TextFormat } from './shape.ts'

export interface Problem {
  /** `items[].urls.app`: places of a list are not told apart. */
  path: string
  words: string
}

export const UNDESCRIBED = 'is not described'

export function judge(service: Service, shape: Shape, value: unknown, path = ''): Problem[] {
  const alternatives = alternativesOf(service, shape)
  const fitting = alternatives.filter(one => isOfKind(one, value))
  if (fitting.length === 0)
    return [{ path, words: `is ${kindOf(value)}, not ${words(alternatives.map(nameOf))}` }]
  const claimed = fitting.filter(one => isClaimed(service, one, value))
  let best: Problem[] | null = null
  for (const one of claimed.length > 0 ? claimed : fitting) {
    const problems = judgeAs(service, one, value, path)
    if (problems.length === 0) return []
    if (best === null || problems.length < best.length) best = problems
  }
  return best ?? []
}

function judgeAs(service: Service, one: Alternative, value: unknown, path: string): Problem[] {
  switch (one.is) {
    case 'list':
      return Array.isArray(value) ? judgeList(service, one, value, path) : []
    case 'record':
      return isRecord(value) ? judgeRecord(service, one, value, path) : []
    case 'text':
      return typeof value === 'string' ? textProblems(one, value, path) : []
    case 'number':
      return typeof value === 'number' ? numberProblems(one, value, path) : []
    default:
      return []
  }
}

function judgeList(
  service: Service,
  { of, length }: Extract<Shape, { is: 'list' }>,
  list: readonly unknown[],
  path: string,
): Problem[] {
  const size = isWithin(list.length, length) ? [] : [{ path, words: `has ${list.length} items` }]
  return [...size, ...list.flatMap(item => judge(service, of, item, `${path}[]`))]
}

function judgeRecord(
  service: Service,
  { fields, others }: Record_,
  value: Readonly<Record<string, unknown>>,
  path: string,
): Problem[] {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  const missing = [...fields]
    .filter(([name, { optional }]) => !optional && value[name] === undefined)
    .map(([name]) => ({ path: at(name), words: 'is missing' }))
  const isOpen = fields.size === 0 && others === null
  const inside = Object.entries(value).flatMap(([name, inner]): Problem[] => {
    if (inner === undefined || isOpen) return []
    const field = fields.get(name)
    if (field) return judge(service, field.shape, inner, at(name))
    return others ? judge(service, others, inner, at('*')) : [{ path: at(name), words: UNDESCRIBED }]
  })
  return [...missing, ...inside]
}

function textProblems(
  { format, length, pattern }: Extract<Shape, { is: 'text' }>,
  text: string,
  path: string,
): Problem[] {
  const size = [...text].length
  if (!isWithin(size, length)) return [{ path, words: `has ${size} characters` }]
  if (pattern && !pattern.test(text)) return [{ path, words: `does not match ${pattern.source}` }]
  return isFormed(format, text) ? [] : [{ path, words: `is no ${format}` }]
}

function numberProblems(
  { whole, size }: Extract<Shape, { is: 'number' }>,
  value: number,
  path: string,
): Problem[] {
  if (whole && !Number.isInteger(value)) return [{ path, words: 'is no whole number' }]
  return isWithin(value, size) ? [] : [{ path, words: `is ${value}` }]
}

function isFormed(format: TextFormat, text: string): boolean {
  switch (format) {
    case 'date-time':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text)
    case 'uri':
      return URL.canParse(text)
    case 'uuid':
      return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
    case 'email':
      return /^[^@\s]+@[^@\s]+$/.test(text)
    default:
      return true
  }
}

function isOfKind(one: Alternative, value: unknown): boolean {
  if (one.is === 'any') return true
  if (one.is === 'literal') return one.value === value
  return nameOf(one) === kindOf(value)
}

/** Each field that can only say certain words says one of them. */
function isClaimed(service: Service, one: Alternative, value: unknown): boolean {
  if (one.is !== 'record' || !isRecord(value)) return true
  return [...one.fields].every(([name, { shape }]) => {
    const inner = value[name]
    const allowed = alternativesOf(service, shape)
    return (
      inner === undefined ||
      !allowed.every(it => it.is === 'literal') ||
      allowed.some(it => isOfKind(it, inner))
    )
  })
}

function nameOf(one: Alternative): string {
  return one.is === 'literal' ? JSON.stringify(one.value) : one.is
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'text'
  return typeof value === 'object' ? 'record' : typeof value
}

function words(names: readonly string[]): string {
  return [...new Set(names)].slice(0, 8).join(' or ')
}

function isWithin(size: number, { least, most }: Range): boolean {
  return size >= least && size <= most
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
