/** What stands in a collection that is neither there nor chosen. */
import { lossProperty } from '../declared-losses.ts'
import type { Restorer } from '../restorer.ts'
import type { StateItem } from '../state.ts'
import type { Planning } from './planning.ts'

/** `instead`: where it is afterwards. */
export function loseParent(
  { facing, losses, source }: Planning,
  { settings }: Restorer,
  item: StateItem,
  instead: string,
): void {
  const [above] = settings?.flatMap(one => one.into?.(item) ?? []) ?? []
  if (above === undefined || facing.map('collection', above) !== null) return
  const property = lossProperty(item.kind, 'parent')
  losses.add(source.organization, item, property, `its collection is not there: ${instead}`)
}
