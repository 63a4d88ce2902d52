/**
 * What the target has and is not to have: with the organization's title typed back what the snapshot does not have, or
 * what came between two states of which the later is taken back. The owner of the token and the organization itself are
 * never among it.
 */
import { isContent } from '../../resources/drafts.ts'
import { MEMBERSHIP } from '../../resources/people.ts'
import { restorerOf, restorers } from '../kinds/index.ts'
import { aboutOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import { sayTheSame } from '../take-back/meaning.ts'
import type { TakenBack } from '../take-back/take-back.ts'
import { leaveToReplacement, planDeletion } from './deletion.ts'
import { isUnwanted, nameExtra, OWNER, planExtra, whyHeld } from './extra.ts'
import { planPageDeletions } from './page-deletions.ts'
import type { PlanBasis, Planning } from './planning.ts'
import { whyLasting } from './removability.ts'

export async function planDeletions(planning: Planning): Promise<void> {
  const { basis } = planning
  if (basis.taken) planRemovals(planning, basis.taken)
  else if (basis.request.deleteExtra === undefined) await nameExtra(planning)
  else await planExtra(planning)
}

/** In the reverse of the order in which they are made. */
function planRemovals(planning: Planning, taken: TakenBack): void {
  const { basis, plan } = planning
  const { target, begun, profile, request } = basis
  const reason =
    request.takeBack?.run === undefined ? 'it was added since' : `restore ${request.takeBack.run} made it`
  const pages: StateItem[] = []
  const places = new Map(restorers.map((restorer, index) => [restorer.kind, index]))
  const placeOf = ({ kind }: StateItem) => places.get(kind) ?? 0
  for (const item of taken.removals.toSorted((a, b) => placeOf(b) - placeOf(a))) {
    const there = target.at(item.kind, item.path)
    if (there === undefined) continue
    const why = whyLeft(basis, item) ?? whyHeld(planning, there)
    const lasting = whyLasting(item.kind, profile)
    const restorer = restorerOf.get(item.kind)
    if (why !== null) plan.skipped.push({ ...aboutOf(there), reason: why })
    else if (lasting !== null)
      plan.impossible.push({ ...aboutOf(there), reason: `${reason}, and ${lasting}` })
    else if (!sayTheSame(item, begun, there, target))
      plan.skipped.push({ ...aboutOf(there), reason: 'it was changed since: it stays as it is' })
    else if (restorer?.remove) planDeletion(plan, restorer, there, reason)
    // What is always there with its parent goes with it.
    else if (isContent(item.kind) && profile.writer === 'git') leaveToReplacement(plan, there, reason)
    else if (isContent(item.kind)) pages.push(there)
  }
  planPageDeletions(planning, pages, reason)
}

/** Whether the target's content is asked to be gone. */
export function isChosenExtra(basis: PlanBasis, item: StateItem): boolean {
  const { taken, begun, target } = basis
  if (!taken) return isUnwanted(basis, item)
  const left = taken.removals.find(removal => removal.kind === item.kind && removal.path === item.path)
  return left !== undefined && whyLeft(basis, left) === null && sayTheSame(left, begun, item, target)
}

function whyLeft({ request, owner }: PlanBasis, item: StateItem): string | null {
  if (item.kind === MEMBERSHIP && item.id === owner) return OWNER
  const isAsked = request.takeBack?.run !== undefined || request.deleteExtra !== undefined
  return isAsked ? null : 'it was added since: it stays; --delete-extra removes it'
}
