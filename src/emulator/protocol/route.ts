/**
 * One operation of the platform: how it is addressed, which services have it, what it does.
 */
import type { Answer } from './answer.ts'
import type { Call } from './call.ts'
import type { Offer } from './profile.ts'

export interface Route {
  /** As in docs/reference/operations.md. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parameters in braces; `{name+}` takes the rest of the path. */
  path: string
  /** Default `always`. */
  offer?: Offer
  handle(call: Call): Answer | Promise<Answer>
}

/** Some only ask with a POST. */
export function changesState({ method, name }: Route): boolean {
  return method !== 'GET' && !/^(?:get|list|search|resolve)[A-Z]/.test(name)
}
