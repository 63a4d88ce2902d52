/** The site that a part of it stands under, and what its parts say alike. */
import { recordOf, textOf } from '../../model/fields.ts'
import type { RestoreKnowledge } from '../apply/session.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { StateItem } from '../state.ts'
import type { ItemOf } from './restorer.ts'

export function siteOf(knowledge: RestoreKnowledge, item: StateItem): string {
  return knowledge.target(parentOf(item))
}

export function parentOf(item: StateItem): StateItem {
  if (item.parent === null) throw new Error(`${item.kind} ${item.id} stands under nothing`)
  return item.parent
}

/** Another one may be it, where the snapshot names none. */
export function isNotDefault({ json }: ItemOf<'site-section' | 'site-space'>): boolean {
  return json.default !== true
}

/** Id of the space that a site space shows. */
export function shownSpace({ space }: ItemOf<'site-space'>['json']): string {
  return textOf(recordOf(space)?.id) ?? textOf(space) ?? ''
}

/** Somebody gave sections to a site that had none: all that it shows stands in them then, and nothing takes it out again. */
export function hasSectionsSince({ parent }: StateItem, { source, target, map }: TargetProfile): boolean {
  if (parent === null || source.list('site-section', parent).length > 0) return false
  const site = map('site', parent.id)
  return target.list('site-section').some(section => section.parent?.id === site)
}
