/**
 * What the target has and is not to have: with the organization's title typed back what the snapshot does not have, or
 * what came between two states of which the later is taken back. The owner of the token and the organization itself are
 * never among it.
 */
import type { Kind } from '../../model/resource.ts'
import { CONTENT, isContent } from '../../resources/drafts.ts'
import { resources } from '../../resources/index.ts'
import { MEMBERSHIP } from '../../resources/people.ts'
import { restorerOf, restorers } from '../kinds/index.ts'
import { phases, type Restorer } from '../kinds/restorer.ts'
import { aboutOf, labelOf, nameOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import { sayTheSame } from '../take-back/meaning.ts'
import type { TakenBack } from '../take-back/take-back.ts'
import { planPageDeletions } from './page-deletions.ts'
import type { PlanBasis, PlanDraft, Planning } from './planning.ts'
import { whyLasting } from './removability.ts'

const DELETABLE: ReadonlySet<string> = new Set([
  'space',
  'collection',
  'team',
  'team-member',
  'openapi-spec',
  'translation-settings',
  'site',
  'saml-provider',
  'space-user-grant',
  'space-team-grant',
  'collection-user-grant',
  'collection-team-grant',
])

const EXTRA = 'not in the snapshot'

export function planDeletions(planning: Planning): void {
  const { basis } = planning
  if (basis.taken) planRemovals(planning, basis.taken)
  else planExtra(planning)
}

function planExtra(planning: Planning): void {
  const { basis, plan } = planning
  const { request, target, source, matches } = basis
  if (request.deleteExtra === undefined) return
  const kept = new Set(resources.flatMap(({ kind }) => source.list(kind)).map(item => matches.target(item)))
  for (const restorer of restorers.toReversed()) {
    if (!DELETABLE.has(restorer.kind) || !restorer.remove) continue
    if (!isChosenKind(basis, restorer.kind)) continue
    for (const item of target.list(restorer.kind)) {
      if (!kept.has(item) && isKept(kept, item)) planDeletion(plan, restorer, item, EXTRA)
    }
  }
  planExtraContent(planning, kept)
}

/** In spaces that are kept. Drafts are somebody's work at hand: what more they have stays. */
function planExtraContent(planning: Planning, kept: ReadonlySet<StateItem | null>): void {
  const { basis, plan } = planning
  const { target, profile } = basis
  const pages: StateItem[] = []
  for (const kind of CONTENT) {
    if (!isChosenKind(basis, kind)) continue
    for (const item of target.list(kind)) {
      if (kept.has(item) || !kept.has(item.parent)) continue
      const lasting = whyLasting(kind, profile)
      if (profile.writer === 'git') leaveToReplacement(plan, item, EXTRA)
      else if (lasting === null) pages.push(item)
      else plan.impossible.push({ ...aboutOf(item), reason: `${EXTRA}, and ${lasting}` })
    }
  }
  plan.deleted.push(...pages)
  planPageDeletions(planning, pages, EXTRA)
}

/** What stands under something that is deleted goes with it. */
function isKept(kept: ReadonlySet<StateItem | null>, { parent }: StateItem): boolean {
  return parent === null || parent.kind === 'organization' || kept.has(parent)
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
    const why = whyLeft(basis, item)
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
  const { taken, begun, target, request } = basis
  if (!taken) return request.deleteExtra !== undefined && isChosenKind(basis, item.kind)
  const left = taken.removals.find(removal => removal.kind === item.kind && removal.path === item.path)
  return left !== undefined && whyLeft(basis, left) === null && sayTheSame(left, begun, item, target)
}

/** It goes with the whole content of its space, where that is replaced. */
function leaveToReplacement(plan: PlanDraft, item: StateItem, reason: string): void {
  const replaced = item.parent === null ? undefined : plan.replaced.get(item.parent)
  if (replaced?.obstacle === null) return
  plan.impossible.push({ ...aboutOf(item), reason: `${reason}, and ${replaced?.obstacle ?? ONLY_WHOLE}` })
}

const ONLY_WHOLE =
  'this service takes content away only where it replaces all of a space: it has to be deleted by hand'

function isChosenKind({ chosen, request }: PlanBasis, kind: Kind): boolean {
  return chosen.all || (request.kinds?.includes(kind) ?? false)
}

function whyLeft({ request, owner }: PlanBasis, item: StateItem): string | null {
  if (item.kind === MEMBERSHIP && item.id === owner) return 'it is the owner of the token'
  const isAsked = request.takeBack?.run !== undefined || request.deleteExtra !== undefined
  return isAsked ? null : 'it was added since: it stays; --delete-extra removes it'
}

function planDeletion(plan: PlanDraft, restorer: Restorer, item: StateItem, reason: string): void {
  plan.steps.push({
    name: `delete ${nameOf(item)}`,
    action: 'delete',
    kind: item.kind,
    source: item.path,
    label: labelOf(item),
    reason,
    phase: phases.enforcement,
    requests: 1,
    takes: [item],
    run: session =>
      session.record.write(
        { does: 'delete', kind: item.kind, path: item.path },
        async () => await restorer.remove?.(session, item),
        async () => null,
      ),
  })
}
