/** One request and its answer, held against the description of the service. */

import { alternativesOf } from './alternatives.ts'
import { judge, type Problem } from './judge.ts'
import type { Operation, Service } from './service.ts'
import type { Shape } from './shape.ts'

export interface Exchange {
  method: string
  /** Below `/v1`, with its query. */
  target: string
  /** Sent by docvault's client; a test may send what it likes, and is judged by the answer alone. */
  isOurs: boolean
  /** Parsed; undefined where there is none. */
  body: unknown
  status: number
  answer: unknown
}

export interface Difference extends Problem {
  operation: string
  side: 'request' | 'answer'
}

export function judgeExchange(service: Service, exchange: Exchange): Difference[] {
  const { pathname, searchParams } = new URL(exchange.target, 'http://service')
  const operation = service.operation(exchange.method, pathname)
  if (operation === null) {
    const words = 'no such operation'
    const nothing: Difference = {
      operation: `${exchange.method} ${pathname}`,
      side: 'request',
      path: '',
      words,
    }
    return exchange.isOurs ? [nothing] : []
  }
  const of = (side: Difference['side'], problems: readonly Problem[]) =>
    problems.map(one => ({ operation: operation.name, side, ...one }))
  // What the service refuses may be as wrong as it is.
  const isTaken = exchange.status < 400
  const isJudged = isTaken && exchange.isOurs
  return [
    ...(isJudged ? of('request', queryProblems(service, operation, searchParams)) : []),
    ...(isJudged ? of('request', bodyProblems(service, operation, exchange.body)) : []),
    ...(isTaken ? of('answer', answerProblems(service, operation, exchange)) : []),
  ]
}

function queryProblems(service: Service, { query }: Operation, given: URLSearchParams): readonly Problem[] {
  if (query === null) return [...given.keys()].map(name => ({ path: `?${name}`, words: 'is not described' }))
  const [record] = alternativesOf(service, query)
  if (record?.is !== 'record') throw new Error('a query is a record')
  const value = Object.fromEntries(
    [...new Set(given.keys())].map(name => {
      const shape = record.fields.get(name)?.shape
      return [name, shape ? readParameter(service, shape, given.getAll(name)) : given.get(name)]
    }),
  )
  return judge(service, query, value).map(one => ({ ...one, path: `?${one.path}` }))
}

/** A query says everything as text. */
function readParameter(service: Service, shape: Shape, texts: readonly string[]): unknown {
  const [text = ''] = texts
  const alternatives = alternativesOf(service, shape)
  const can = (is: Shape['is']) => alternatives.some(one => one.is === is)
  const says = (value: unknown) => alternatives.some(one => one.is === 'literal' && one.value === value)
  if (can('list')) return texts
  if (can('number') && text !== '' && !Number.isNaN(Number(text))) return Number(text)
  if ((can('boolean') || says(true) || says(false)) && /^(true|false)$/.test(text)) return text === 'true'
  return text
}

function bodyProblems(service: Service, { body }: Operation, value: unknown): readonly Problem[] {
  if (body === null) return value === undefined ? [] : [{ path: '', words: 'a body is not described' }]
  return judge(service, body, value ?? {})
}

function answerProblems(
  service: Service,
  { answers }: Operation,
  { status, answer }: Exchange,
): readonly Problem[] {
  if (!answers.has(status))
    return [{ path: '', words: `status ${status}, not ${[...answers.keys()].join(' or ')}` }]
  const shape = answers.get(status) ?? null
  if (shape === null) return answer === undefined ? [] : [{ path: '', words: 'a body is not described' }]
  return judge(service, shape, answer)
}
