/**
 * One operation of the platform: how it is addressed, which services have it, what it does.
 */
import type { Answer } from './answer.ts'
import type { Call } from './call.ts'

/** `document`: only api.md. `full`: with the extensions docvault uses. `current`: the newest service. */
export const PROFILES = ['document', 'full', 'current'] as const
export type Profile = (typeof PROFILES)[number]

/**
 * Which services offer an operation, or a field: `always`; `extension` = not in api.md; `newest` = only the newest
 * service; `dropped` = in api.md but gone from the newest service; `retired` = not in api.md, and gone from it too;
 * `replaced` = in api.md, and of another form in the services that there are.
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
  /** As in operations.tsv or extensions.md. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As in operations.tsv, parameters in braces; `{name+}` takes the rest of the path. */
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
