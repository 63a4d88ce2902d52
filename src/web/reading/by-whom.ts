/**
 * Who made the changes of one thing, where the platform recorded it and the visitor may see what it recorded. Most services
 * record nothing: then nothing is read for it.
 */
import { type ByWhom, makeByWhom } from '../../audit/changes/by-whom.ts'
import { auditEvent } from '../../resources/audit-event.ts'
import { auditsIn } from '../visitor.ts'
import type { Asked, OrganizationAsked } from './asked.ts'

/** Whom the platform names, and when it says that it was done (ISO 8601). */
export interface Doer {
  actor: string
  occurred: string | null
}

export type DoerOf = (snapshot: number, change: Parameters<ByWhom>[0]) => Doer | null

export function makeDoerOf({ visitor }: Asked, { vault, id, nights, platform }: OrganizationAsked): DoerOf {
  const recorded = nights.at(-1)?.resources[auditEvent.kind] ?? 0
  if (recorded === 0 || !auditsIn(visitor, id)) return () => null
  return (number, change) => {
    const at = nights.findIndex(({ snapshot }) => snapshot === number)
    const [night, before] = [nights[at], nights[at - 1]]
    if (night === undefined || before === undefined) return null
    const found = makeByWhom({ vault, trustedForMs: platform.trustedForMs }, night)(change, before)
    return found && { actor: found.actor, occurred: found.occurred }
  }
}
