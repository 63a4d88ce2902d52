/** One item of the snapshot: made where it is missing, set where it differs and may be, else left and told so. */

import { lossWords } from '../kinds/loss-words.ts'
import type { Restorer, Setting } from '../kinds/restorer.ts'
import { differingFields } from '../match/compare-item.ts'
import { type MapId, sameId } from '../match/ids.ts'
import { aboutOf, labelOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import { saidBy } from '../take-back/meaning.ts'
import { planCreation } from './creation.ts'
import { isDeclared, matchesField } from './declared-losses.ts'
import { undeletedWith } from './is-made.ts'
import { loseParent } from './parent.ts'
import { isEmptyTarget, type PlanBasis, type Planning } from './planning.ts'
import { differs, planNaming, planSetting, settingStep } from './setting.ts'

export function planItem(planning: Planning, restorer: Restorer, item: StateItem): void {
  const { basis, plan } = planning
  const { chosen, matches } = basis
  if (!chosen.has(item)) return
  if (undeletedWith(basis, item.parent) !== null && !isOfAnother(basis, restorer, item)) {
    plan.coming.add(item)
    return
  }
  const target = matches.target(item)
  const ours = matches.ids.of(item)?.made === true
  if (target === null) {
    planCreation(planning, restorer, item)
    return
  }
  plan.coming.add(item)
  loseParent(planning, restorer, item, 'it stays where it is')
  const free = ours || isUnderOurs(basis, item) || isFresh(basis, item) || isAskedFor(basis, restorer, item)
  for (const setting of restorer.settings ?? []) {
    const renewed = renewedAbove(planning, setting, item, target)
    if (renewed !== null)
      plan.steps.push(settingStep(setting, item, `back into ${renewed}, which is made anew`))
    else if (differs(planning, setting, item, target)) planSetting(planning, setting, { item, target, free })
    else planNaming(planning, setting, { item, target, free })
  }
  if (basis.taken) planUnsettable(planning, restorer, item, target)
}

/** A grant went with the team or the person who had it: it does not come back with the space, nor once they are made anew. */
function isOfAnother({ matches, source }: PlanBasis, restorer: Restorer, item: StateItem): boolean {
  const keyBy = (map: MapId) => restorer.key?.(item, map, source)
  return restorer.givesAccess === true && keyBy(matches.map) !== keyBy(sameId)
}

/** What stands at the root fell there when what it stood in was deleted: somebody's own choice is another one. */
function renewedAbove(
  { basis: { source, matches }, plan: { coming } }: Planning,
  setting: Setting,
  item: StateItem,
  target: StateItem,
): string | null {
  const into = setting.into?.(item)
  const above = into ? source.byId(into.kind, into.id) : undefined
  if (!into || above === undefined || (setting.into?.(target) ?? null) !== null) return null
  const isNew = matches.target(above) === null ? coming.has(above) : matches.ids.of(above)?.made === true
  return isNew ? `${into.noun} ${labelOf(above)}` : null
}

/** Whoever names a person, or a kind that gives access, wants it as it was. */
function isAskedFor({ request, chosen, taken }: PlanBasis, restorer: Restorer, item: StateItem): boolean {
  if (taken || restorer.givesAccess !== true) return false
  return chosen.named.has(item) || request.kinds?.includes(item.kind) === true
}

/** Fields that are to be taken back and that no setting reaches. */
function planUnsettable(
  { basis, plan }: Planning,
  restorer: Restorer,
  item: StateItem,
  target: StateItem,
): void {
  const { profile, matches } = basis
  const [wanted, there] = [saidBy(item), saidBy(target)]
  const reached = new Set(
    (restorer.settings ?? []).flatMap(setting => Object.keys(setting.fields(item, matches.map))),
  )
  const isReached = (field: string) => reached.has(field) || [...reached].some(name => !(name in item.json))
  for (const field of differingFields(wanted, there)) {
    const [name = field] = field.split('.')
    if (isReached(name)) continue
    const loss = restorer.lost?.find(
      loss => matchesField(field, loss.field) && isDeclared(loss, item, profile),
    )
    plan.impossible.push({ ...aboutOf(item), reason: `${field}: ${lossWords(loss?.why ?? 'not-set')}` })
  }
}

/** Whatever stands under something that this run made came with it. */
function isUnderOurs({ matches }: PlanBasis, { parent }: StateItem): boolean {
  return parent !== null && parent.kind !== 'organization' && matches.ids.of(parent)?.made === true
}

/** The settings of an organization that has nothing yet are as free as those of something new. */
function isFresh(basis: PlanBasis, item: StateItem): boolean {
  const { chosen, profile } = basis
  const isWhole = chosen.all && !profile.home && isEmptyTarget(basis)
  return item.kind === 'organization' && (isWhole || chosen.named.has(item))
}
