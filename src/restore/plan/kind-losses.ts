/**
 * What kinds declare as lost, announced of each item that has it: of what is made anew what it says, of what is there what
 * differs. And what no backup of this service could hold, where what it belongs to is made anew.
 */
import type { Kind } from '../../model/resource.ts'
import { resources } from '../../resources/index.ts'
import { compareItem } from '../compare-item.ts'
import { ALWAYS_NEW, lossProperty, matchesField } from '../declared-losses.ts'
import { recordOf } from '../fields.ts'
import { restorers } from '../kinds/index.ts'
import { nameOf } from '../naming.ts'
import type { Loss, Restorer } from '../restorer.ts'
import { isUntouched, type StateItem } from '../state.ts'
import type { Planning } from './planning.ts'

export function planKindLosses(planning: Planning): void {
  const unseen = unseenKinds(planning)
  for (const restorer of restorers)
    for (const item of planning.source.list(restorer.kind)) {
      if (!planning.chosen.has(item)) continue
      planning.alone(item, () => loseOf(planning, restorer, item))
      if (isMade(planning, item))
        for (const kind of unseen.get(item.kind) ?? []) loseUnseen(planning, item, kind)
    }
}

function loseOf(planning: Planning, restorer: Restorer, item: StateItem): void {
  const { facing, losses, organization } = { ...planning, organization: planning.source.organization }
  const owner = item.parent ?? organization
  if (restorer.always !== undefined && isMade(planning, item))
    losses.add(owner, item, lossProperty(item.kind, '**'), restorer.always)
  for (const loss of restorer.lost ?? []) {
    const isOther = loss.writers?.includes(facing.writer) === false
    if (isOther || loss.why === restorer.always || ALWAYS_NEW.has(loss.why) || !isLost(planning, item, loss))
      continue
    losses.add(owner, item, lossProperty(item.kind, loss.field), loss.why)
  }
}

function isLost(planning: Planning, item: StateItem, { field }: Loss): boolean {
  if (isMade(planning, item)) return isSaid(item, field)
  const there = planning.matches.target(item)
  if (there === null || isUntouched(item, planning.source, planning.target)) return false
  return compareItem(planning, item, there).some(one => matchesField(one, field))
}

/** Not what is undeleted, with all that it has. */
function isMade({ matches, coming, undeletable, facing }: Planning, item: StateItem): boolean {
  if (item.kind === 'organization') return !facing.home
  if (matches.target(item) !== null || !coming.has(nameOf(item))) return false
  for (let one: StateItem | null = item; one !== null; one = one.parent)
    if (one.kind === 'space' && undeletable.has(one.path)) return false
  return true
}

/** The fields of the whole are told as a whole; a part of it has no field. */
function isSaid(item: StateItem, field: string): boolean {
  if (item.resource.parts.some(part => part.name === field)) return true
  let value: unknown = field.includes('**') ? item.json : item.json[field]
  if (field.includes('.'))
    for (const name of ['', ...field.split('.')]) value = name === '' ? item.json : recordOf(value)?.[name]
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== '' && value !== false
}

/** By the kind that they stand under, or point to. */
function unseenKinds({ source }: Planning): ReadonlyMap<Kind, Kind[]> {
  const summary = source.vault.snapshots().find(one => one.snapshot === source.snapshot)
  const lacking = new Set(summary?.not_offered.flatMap(one => (one.part === undefined ? [one.kind] : [])))
  const known = new Set(restorers.map(one => one.kind))
  const pairs = resources
    .filter(one => lacking.has(one.kind) && known.has(one.kind))
    .flatMap(({ kind, parent, references }) =>
      [parent, ...Object.keys(references)].map(above => [above === 'user' ? 'member' : above, kind] as const),
    )
  const grouped = Map.groupBy(pairs, ([above]) => String(above))
  return new Map([...grouped].map(([above, list]) => [above, [...new Set(list.map(([, kind]) => kind))]]))
}

function loseUnseen({ losses, source }: Planning, item: StateItem, kind: Kind): void {
  losses.add(
    item.parent ?? source.organization,
    item,
    kind,
    'no backup has it: this service does not show it',
  )
}
