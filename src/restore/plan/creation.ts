/** Making what the target lacks, or saying why nothing can make it. */

import { findMade, findReturned } from '../apply/find.ts'
import type { RestoreSession } from '../apply/session.ts'
import { knowContent } from '../apply/undeleted.ts'
import { textOfWrite, type WriteKey } from '../apply/write-key.ts'
import type { Made, Restorer } from '../kinds/restorer.ts'
import { NotMapped } from '../match/not-mapped.ts'
import { aboutOf, nameOf } from '../naming.ts'
import { absenceOf } from '../read/named-items.ts'
import type { StateItem } from '../state.ts'
import { planImplicit } from './implicit.ts'
import { loseParent } from './parent.ts'
import { isEmptyTarget, type PlanBasis, type Planning } from './planning.ts'
import { applySetting, isWorthSetting, settingStep } from './setting.ts'
import type { Step } from './steps.ts'

export function planCreation(planning: Planning, restorer: Restorer, item: StateItem): void {
  const { basis, plan } = planning
  const { profile, undeletable } = basis
  const about = aboutOf(item)
  const parent = item.parent
  if (
    parent &&
    parent.kind !== 'organization' &&
    !plan.coming.has(parent) &&
    basis.matches.target(parent) === null
  ) {
    plan.impossible.push({ ...about, reason: absenceOf(parent) })
    return
  }
  if (restorer.implicit) {
    planImplicit(planning, restorer, item)
    return
  }
  if (restorer.givesAccess && !mayGiveAccess(planning, item)) {
    plan.skipped.push({
      ...about,
      reason: 'it would let somebody in: choose it with --person or --kind, or add --allow-widening',
    })
    return
  }
  const barred = isAsked(basis, item) ? null : (restorer.barred?.(item) ?? null)
  if (barred !== null) {
    plan.skipped.push({ ...about, reason: barred })
    return
  }
  const undelete = undeletable.has(item.path) ? restorer.undelete : undefined
  const obstacle = undelete ? null : (restorer.obstacle?.(item, profile) ?? null)
  const create = undelete ?? restorer.create
  if (obstacle !== null || create === undefined) {
    plan.impossible.push({ ...about, reason: obstacle ?? 'no operation makes it' })
    return
  }
  if (restorer.onlyAsked !== undefined && !basis.request.kinds?.includes(item.kind)) {
    plan.skipped.push({ ...about, reason: restorer.onlyAsked })
    return
  }
  plan.coming.add(item)
  loseParent(planning, restorer, item, 'it comes to the root')
  const gains = restorer.gains?.(item)
  if (gains !== undefined && !isEmptyTarget(basis)) plan.gains.push({ ...about, reason: gains })
  plan.steps.push(creationStep(basis, restorer, item, undelete !== undefined))
  for (const setting of restorer.settings ?? [])
    if (setting.phase !== restorer.phase && isWorthSetting(basis, setting, item))
      plan.steps.push(settingStep(setting, item, `its ${setting.name}`))
}

function creationStep(basis: PlanBasis, restorer: Restorer, item: StateItem, undeletes: boolean): Step {
  const isSetAtOnce = restorer.settings?.some(setting => setting.phase === restorer.phase) === true
  return {
    ...aboutOf(item),
    name: textOfWrite(creationOf(item)),
    action: undeletes ? 'undelete' : 'create',
    reason: undeletes
      ? 'deleted less than seven days ago, and comes back as it was then'
      : whyMade(basis, item),
    phase: restorer.phase,
    requests: (restorer.requests?.(item) ?? 1) + (isSetAtOnce ? 1 : 0),
    run: session => applyCreation(session, restorer, item, undeletes),
  }
}

function creationOf({ kind, path }: StateItem): WriteKey {
  return { does: 'create', kind, path }
}

function whyMade({ matches }: PlanBasis, item: StateItem): string {
  return matches.copies.has(item)
    ? 'made beside the one that is there, which differs'
    : 'missing in the target'
}

/** Under something that this restore makes, in an organization that has nothing, or because somebody asked for it. */
function mayGiveAccess({ basis, plan }: Planning, item: StateItem): boolean {
  const { request, matches } = basis
  const { coming } = plan
  if (isEmptyTarget(basis) || isAsked(basis, item) || request.allowWidening !== undefined) return true
  const { parent } = item
  if (parent === null || parent.kind === 'organization') return false
  return matches.target(parent) === null ? coming.has(parent) : matches.ids.of(parent)?.made === true
}

/** By name, person or kind. */
function isAsked({ chosen, request, taken }: PlanBasis, item: StateItem): boolean {
  return !taken && (chosen.named.has(item) || request.kinds?.includes(item.kind) === true)
}

async function applyCreation(
  session: RestoreSession,
  restorer: Restorer,
  item: StateItem,
  undeletes: boolean,
): Promise<void> {
  const { knowledge, record } = session
  const create = undeletes ? restorer.undelete : restorer.create
  const returned = undeletes ? null : await findReturned(session, item)
  // Known before the journal says that it is done: a run that ends in between finds it as its own.
  const known = (made: Made | null): Made | null => {
    if (made === null) return null
    if (made.json) knowledge.answers.set(`${item.kind} ${made.id}`, made.json)
    record.remember(item, made.id, true)
    return made
  }
  if (returned !== null) record.remember(item, returned.id, false)
  else {
    const made = await record.write(
      creationOf(item),
      async () => known((await create?.(session, item)) ?? null),
      async () => (undeletes ? null : known(await findMade(session, restorer, item))),
    )
    if (made === null) throw new NotMapped(item.kind, item.id)
    if (undeletes) {
      knowledge.undeleted.add(nameOf(item))
      await knowContent(session, item)
    }
  }
  for (const setting of restorer.settings ?? [])
    if (setting.phase === restorer.phase) await applySetting(session, setting, item)
}
