/** What keeps each night of an organization, in words: worked out once for as long as nobody writes to the vault. */
import { floorsOf } from '../../retention/floors.ts'
import { planRetention } from '../../retention/plan.ts'
import { reasonWords } from '../../retention/reasons.ts'
import type { OrganizationAsked } from './asked.ts'

/** By snapshot; nothing of those that are forgotten. */
export function reasonsIn({
  id,
  vault,
  platform,
  backups,
  found,
}: OrganizationAsked): ReadonlyMap<number, readonly string[]> {
  const { policy, timezone, readingsMs } = platform
  // A configuration may come that says otherwise.
  const name = JSON.stringify([id, policy, timezone, readingsMs])
  const known = found.reasons.of(name)
  if (known) return known
  const there = backups.filter(({ forgotten }) => forgotten === undefined)
  const planned = planRetention(there, policy, { timezone, readingsMs, floors: floorsOf(vault, backups) })
  const reasons = planned.map(plan => [plan.snapshot.snapshot, plan.reasons.map(reasonWords)] as const)
  return found.reasons.keep(name, new Map(reasons))
}
