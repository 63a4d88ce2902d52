/**
 * One request as an operation sees it: decoded path parameters, query, body; with typed access to them.
 */
import type { World } from '../state/world.ts'
import { badRequest } from './api-error.ts'

export interface Call {
  world: World
  operation: string
  params: Record<string, string>
  query: URLSearchParams
  headers: Record<string, string | string[] | undefined>
  /** The parsed JSON body; undefined when there is none. 400 when it is not JSON. */
  body(): Promise<unknown>
}

export function param(call: Call, name: string): string {
  const value = call.params[name]
  if (value === undefined) throw new Error(`the route of ${call.operation} has no parameter ${name}`)
  return value
}

export function booleanQuery(call: Call, name: string, fallback: boolean): boolean {
  const value = call.query.get(name)
  if (value === null) return fallback
  if (value !== 'true' && value !== 'false') throw badRequest(`${name} must be true or false, not ${value}`)
  return value === 'true'
}

/** A query parameter that is one of a closed list; null when absent. */
export function enumQuery<T extends string>(call: Call, name: string, allowed: readonly T[]): T | null {
  const value = call.query.get(name)
  if (value === null) return null
  const found = allowed.find(choice => choice === value)
  if (found === undefined) throw badRequest(`${name} must be one of ${allowed.join(', ')}, not ${value}`)
  return found
}
