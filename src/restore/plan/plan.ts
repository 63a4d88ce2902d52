/**
 * The plan: a comparison of two states, the snapshot's and the target's, and nothing else; pure. Every kind is planned
 * the same way from its declaration in `kinds/`, content of spaces and drafts by `content/plan-content.ts`.
 */
import { giveWay } from '../../model/give-way.ts'
import type { Kind } from '../../model/resource.ts'
import { inTurns } from '../../model/stepwise.ts'
import { OWNERS } from '../../resources/drafts.ts'
import { presenceOf } from '../../resources/presence.ts'
import { planContent } from '../content/plan-content.ts'
import { restorers } from '../kinds/index.ts'
import type { MapId } from '../match/ids.ts'
import { labelOf } from '../naming.ts'
import { type Scratches, withScratches } from '../scratch.ts'
import { planArchiveOnly } from './archive-only.ts'
import { planDeletions } from './deletions.ts'
import { undeletedWith } from './is-made.ts'
import { planItem } from './item.ts'
import type { ItemSet } from './item-set.ts'
import { kindLosses } from './kind-losses.ts'
import { findLasting } from './lasting.ts'
import { planLeftBehind } from './left-behind.ts'
import { onlyMandated, withMandated } from './mandate.ts'
import { findOverwritten } from './overwrites.ts'
import { type PlanBasis, PlanDraft, type Planning } from './planning.ts'
import type { Plan } from './steps.ts'
import { findUnmapped } from './unmapped.ts'
import { planUnread } from './unread.ts'

/** With turns for others: within one, nothing is forgotten that was remembered weakly. */
export function makePlan(wanted: PlanBasis): Promise<Plan> {
  return withScratches(scratches => planned(beginPlanning(wanted, scratches)))
}

async function planned(planning: Planning): Promise<Plan> {
  const { basis, plan } = planning
  for (const restorer of restorers) {
    for (const item of basis.source.list(restorer.kind)) {
      plan.alone(item, () => planItem(planning, restorer, item))
      await giveWay()
    }
    if (OWNERS.includes(restorer.kind)) await planContent(planning, restorer.kind)
  }
  await inTurns(kindLosses(planning), giveWay)
  planArchiveOnly(planning)
  planLeftBehind(planning)
  await planDeletions(planning)
  planUnread(planning)
  return finishedPlan(planning)
}

function beginPlanning(wanted: PlanBasis, scratches: Scratches): Planning {
  const { endsAtDamage = false } = wanted
  const plan = new PlanDraft(wanted.taken?.kept ?? [], { scratches, endsAtDamage })
  const map: MapId = (kind, id) =>
    wanted.matches.map(kind, id) ?? (isComing(wanted, plan.coming, kind, id) ? `coming ${id}` : null)
  return { basis: { ...wanted, profile: { ...wanted.profile, map } }, plan }
}

function isComing(wanted: PlanBasis, coming: ItemSet, kind: Kind, id: string): boolean {
  const item = wanted.source.byId(presenceOf(kind), id)
  if (item === undefined) return false
  const space = undeletedWith(wanted, item)
  return coming.has(item) || (space !== null && coming.has(space))
}

async function finishedPlan(planning: Planning): Promise<Plan> {
  const { basis, plan } = planning
  const { source, target, request, mandate } = basis
  const approved = mandate ? onlyMandated(mandate, plan.steps) : null
  const steps = (approved?.steps ?? plan.steps).toSorted((a, b) => a.phase - b.phase)
  const requests = steps.reduce((sum, step) => sum + step.requests, 0)
  return {
    request,
    snapshot: request.snapshot,
    contents: basis.contents,
    organization: request.to,
    from: labelOf(source.organization),
    into: labelOf(target.organization),
    taken: basis.sealed ?? null,
    before: target.snapshot,
    state: basis.state,
    writer: basis.profile.writer,
    ...(basis.masked ? { masked: basis.masked } : {}),
    steps,
    skipped: withMandated([...plan.skipped, ...(approved?.skipped ?? [])], mandate?.skipped),
    impossible: withMandated(plan.impossible, mandate?.impossible),
    besides: plan.besides,
    losses: mandate?.losses ?? plan.losses.list(),
    unmapped: await findUnmapped(planning),
    overwritten: await findOverwritten(planning),
    gains: plan.gains,
    lasting: await findLasting(planning),
    requests,
    estimateMs: Math.round((requests / basis.requestsPerSecond) * 1000),
  }
}
