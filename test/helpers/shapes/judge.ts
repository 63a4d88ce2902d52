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

export function judge(service: Service, shape: Shape, value: unknown): readonly Problem[] {
  return judgeIn({ service, known: new WeakMap() }, shape, value)
}

interface Judging {
  service: Service
  /** What was found of a list or a record: unions lead to the same ones on many ways. */
  known: WeakMap<object, Map<Alternative, readonly Problem[]>>
}

function judgeIn(judging: Judging, shape: Shape, value: unknown): readonly Problem[] {
  const alternatives = alternativesOf(judging.service, shape)
  const fitting = alternatives.filter(one => isOfKind(one, value))
  if (fitting.length === 0)
    return [{ path: '', words: `is ${kindOf(value)}, not ${words(alternatives.map(nameOf))}` }]
  const claimed = fitting.filter(one => isClaimed(judging.service, one, value))
  let best: readonly Problem[] | null = null
  for (const one of claimed.length > 0 ? claimed : fitting) {
    const problems = judgeOnce(judging, one, value)
    if (problems.length === 0) return []
    if (best === null || badness(problems) < badness(best)) best = problems
  }
  return best ?? []
}

/** What fits but for what nobody described fits better than anything that does not. */
function badness(problems: readonly Problem[]): number {
  return problems.reduce((sum, one) => sum + (one.words === UNDESCRIBED ? 1 : 1000), 0)
}

function judgeOnce(judging: Judging, one: Alternative, value: unknown): readonly Problem[] {
  if (typeof value !== 'object' || value === null) return judgeAs(judging, one, value)
  const known = judging.known.get(value) ?? new Map<Alternative, readonly Problem[]>()
  judging.known.set(value, known)
  const problems = known.get(one) ?? judgeAs(judging, one, value)
  known.set(one, problems)
  return problems
}

function judgeAs(judging: Judging, one: Alternative, value: unknown): Problem[] {
  switch (one.is) {
    case 'list':
      return Array.isArray(value) ? judgeList(judging, one, value) : []
    case 'record':
      return isRecord(value) ? judgeRecord(judging, one, value) : []
    case 'text':
      return typeof value === 'string' ? textProblems(one, value) : []
    case 'number':
      return typeof value === 'number' ? numberProblems(one, value) : []
    default:
      return []
  }
}

function judgeList(
  judging: Judging,
  { of, length }: Extract<Shape, { is: 'list' }>,
  list: readonly unknown[],
): Problem[] {
  const size = isWithin(list.length, length) ? [] : [problem(`has ${list.length} items`)]
  return [...size, ...list.flatMap(item => below('[]', judgeIn(judging, of, item)))]
}

function judgeRecord(
  judging: Judging,
  { fields, others }: Record_,
  value: Readonly<Record<string, unknown>>,
): Problem[] {
  const missing = [...fields]
    .filter(([name, { optional }]) => !optional && value[name] === undefined)
    .map(([path]) => ({ path, words: 'is missing' }))
  const isOpen = fields.size === 0 && others === null
  const inside = Object.entries(value).flatMap(([name, inner]): Problem[] => {
    if (inner === undefined || isOpen) return []
    const field = fields.get(name)
    if (field) return below(name, judgeIn(judging, field.shape, inner))
    return others ? below('*', judgeIn(judging, others, inner)) : [{ path: name, words: UNDESCRIBED }]
  })
  return [...missing, ...inside]
}

function below(place: string, problems: readonly Problem[]): Problem[] {
  const join = (path: string) => (path === '' || path.startsWith('[]') ? path : `.${path}`)
  return problems.map(one => ({ path: `${place}${join(one.path)}`, words: one.words }))
}

function problem(words: string): Problem {
  return { path: '', words }
}

function textProblems({ format, length, pattern }: Extract<Shape, { is: 'text' }>, text: string): Problem[] {
  const size = [...text].length
  if (!isWithin(size, length)) return [problem(`has ${size} characters`)]
  if (pattern && !pattern.test(text)) return [problem(`does not match ${pattern.source}`)]
  return isFormed(format, text) ? [] : [problem(`is no ${format}`)]
}

function numberProblems({ whole, size }: Extract<Shape, { is: 'number' }>, value: number): Problem[] {
  if (whole && !Number.isInteger(value)) return [problem('is no whole number')]
  return isWithin(value, size) ? [] : [problem(`is ${value}`)]
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
