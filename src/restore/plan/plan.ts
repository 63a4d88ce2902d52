/**
 * The plan: a comparison of two states, the snapshot's and the target's, and nothing else; pure. Every kind is planned
 * the same way from its declaration in `kinds/`, content of spaces and drafts by `content/plan-content.ts`.
 */
import type { Kind } from '../../model/resource.ts'
import { presenceOf } from '../../resources/presence.ts'
import { isItemsOwn, wordsOf } from '../apply/item-failures.ts'
import { planContent } from '../content/plan-content.ts'
import { restorers } from '../kinds/index.ts'
import type { MapId } from '../match/ids.ts'
import { aboutOf, labelOf, nameOf } from '../naming.ts'
import type { OrganizationState } from '../state.ts'
import { onlyApproved, withApproved } from './approval.ts'
import { planArchiveOnly } from './archive-only.ts'
import { planDeletions } from './deletions.ts'
import { planItem } from './item.ts'
import { planKindLosses } from './kind-losses.ts'
import { findLasting } from './lasting.ts'
import { planLeftBehind } from './left-behind.ts'
import { Losses } from './losses.ts'
import { findOverwritten } from './overwrites.ts'
import type { Planning, PlanRequest } from './planning.ts'
import type { Plan } from './steps.ts'
import { findUnmapped } from './unmapped.ts'

export function makePlan(wanted: PlanRequest): Plan {
  const { source, target, begun, request } = wanted
  const coming = new Set<string>()
  const map: MapId = (kind, id) =>
    wanted.matches.map(kind, id) ?? (isComing(coming, source, kind, id) ? `coming ${id}` : null)
  const planning: Planning = {
    ...wanted,
    profile: { ...wanted.profile, map },
    steps: [],
    skipped: [...(wanted.taken?.kept ?? [])],
    impossible: [],
    gains: [],
    lastingSettings: [],
    losses: new Losses(),
    coming,
    deleted: [],
    written: new Set(),
    relinked: new Set(),
    replaced: new Map(),
    empty: isEmpty(begun),
    alone(item, plan) {
      try {
        plan()
      } catch (error) {
        if (!isItemsOwn(error)) throw error
        planning.impossible.push({ ...aboutOf(item), reason: `it cannot be planned: ${wordsOf(error)}` })
      }
    },
  }
  for (const restorer of restorers) {
    for (const item of source.list(restorer.kind))
      planning.alone(item, () => planItem(planning, restorer, item))
    if (restorer.kind === 'space' || restorer.kind === 'change-request') planContent(planning, restorer.kind)
  }
  planKindLosses(planning)
  planArchiveOnly(planning)
  planLeftBehind(planning)
  planDeletions(planning)
  const approved = wanted.approval ? onlyApproved(wanted.approval, planning.steps) : null
  const steps = (approved?.steps ?? planning.steps).toSorted((a, b) => a.phase - b.phase)
  const requests = steps.reduce((sum, step) => sum + step.requests, 0)
  return {
    request,
    snapshot: request.snapshot,
    contents: wanted.contents,
    organization: request.to,
    from: labelOf(source.organization),
    into: labelOf(target.organization),
    taken: wanted.sealed ?? null,
    before: target.snapshot,
    state: wanted.state,
    writer: wanted.profile.writer,
    steps,
    skipped: withApproved([...planning.skipped, ...(approved?.skipped ?? [])], wanted.approval?.skipped),
    impossible: withApproved(planning.impossible, wanted.approval?.impossible),
    losses: wanted.approval?.losses ?? planning.losses.list(),
    unmapped: findUnmapped(planning),
    overwritten: findOverwritten(planning),
    gains: planning.gains,
    lasting: findLasting(planning),
    requests,
    estimateMs: Math.round((requests / wanted.requestsPerSecond) * 1000),
  }
}

function isComing(coming: ReadonlySet<string>, source: OrganizationState, kind: Kind, id: string): boolean {
  const item = source.byId(presenceOf(kind), id)
  return item !== undefined && coming.has(nameOf(item))
}

function isEmpty(target: OrganizationState): boolean {
  return (['collection', 'site', 'page', 'file', 'team'] as const).every(
    kind => target.list(kind).length === 0,
  )
}
