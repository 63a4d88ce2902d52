/**
 * One operation of the platform: how it is addressed, which services have it, what it does.
 */
import type { Answer } from './answer.ts'
import type { Call } from './call.ts'

/** What each of them has: docs/development/platform.md#services. */
export const PROFILES = ['document', 'full', 'current'] as const
export type Profile = (typeof PROFILES)[number]

/**
 * Which services offer an operation, or a field: `always`; `extension` = not documented
 * (docs/development/platform.md#sections); `newest` = only the newest service; `dropped` = documented, but gone from
 * the newest service; `retired` = neither documented nor there any more; `replaced` = documented, and of another form
 * in the services that there are.
 */
export type Offer = 'always' | 'extension' | 'newest' | 'dropped' | 'retired' | 'replaced'

const OFFERED: Record<Offer, readonly Profile[]> = {
  always: PROFILES,
  extension: ['full', 'current'],
  newest: ['current'],
  dropped: ['document', 'full'],
  retired: ['full'],
  replaced: ['document'],
}

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

export function isOffered({ offer = 'always' }: { offer?: Offer }, profile: Profile): boolean {
  return OFFERED[offer].includes(profile)
}
