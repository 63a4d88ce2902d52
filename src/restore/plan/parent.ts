/** What stands in a collection or a group that is neither there nor chosen. */

import type { Restorer } from '../kinds/restorer.ts'
import type { StateItem } from '../state.ts'
import { lossProperty } from './declared-losses.ts'
import type { Planning } from './planning.ts'

/** `instead`: where it is afterwards. */
export function loseParent(
  { basis: { profile, source }, plan: { losses } }: Planning,
  { settings }: Restorer,
  item: StateItem,
  instead: string,
): void {
  const [above] = settings?.flatMap(setting => setting.into?.(item) ?? []) ?? []
  if (above === undefined || profile.map(above.kind, above.id) !== null) return
  const property = lossProperty(item.kind, above.field)
  losses.add(source.organization, item, property, `its ${above.noun} is not there: ${instead}`)
}
