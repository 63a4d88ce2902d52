/** One item of the snapshot: made where it is missing, set where it differs and may be, else left and told so. */
import { nameOf } from '../naming.ts'
import type { Restorer } from '../restorer.ts'
import type { StateItem } from '../state.ts'
import { planCreation } from './creation.ts'
import type { Planning } from './planning.ts'
import { differs, planSetting } from './setting.ts'

export function planItem(planning: Planning, restorer: Restorer, item: StateItem): void {
  const { chosen, matches } = planning
  if (!chosen.has(item)) return
  if (comesBack(planning, item.parent)) {
    planning.coming.add(nameOf(item))
    return
  }
  const target = matches.target(item)
  const ours = matches.ids.of(item)?.made === true
  if (target === null) {
    planCreation(planning, restorer, item)
    return
  }
  planning.coming.add(nameOf(item))
  const free = ours || isUnderOurs(planning, item) || isFresh(planning, item)
  const differing = (restorer.settings ?? []).filter(setting => differs(planning, setting, item, target))
  if (differing.length === 0) return
  for (const setting of differing) planSetting(planning, setting, item, target, free)
}

/** What stands under a space that is undeleted comes back with it. */
function comesBack({ undeletable }: Planning, above: StateItem | null): boolean {
  for (let one = above; one !== null; one = one.parent)
    if (one.kind === 'space' && undeletable.has(one.path)) return true
  return false
}

/** Whatever stands under something that this run made came with it. */
function isUnderOurs({ matches }: Planning, { parent }: StateItem): boolean {
  return parent !== null && parent.kind !== 'organization' && matches.ids.of(parent)?.made === true
}

/** The settings of an organization that has nothing yet are as free as those of something new. */
function isFresh({ empty, chosen, facing }: Planning, item: StateItem): boolean {
  return item.kind === 'organization' && ((empty && !facing.home && chosen.all) || chosen.named.has(item))
}
