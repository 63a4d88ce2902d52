/** What newer services say of groups, sections and site spaces: in how many languages, and whether readers see them yet. */
import type { RestoreKnowledge } from '../apply/session.ts'
import type { StateItem } from '../state.ts'
import { type Known, NEWEST, NOT_NEWEST, onlyOf } from './known-fields.ts'
import type { Loss } from './restorer.ts'

export const OF_GROUPS: Known = { draft: NEWEST, localizedTitle: NEWEST }
export const OF_SECTIONS: Known = { ...OF_GROUPS, localizedDescription: NEWEST }
export const OF_SITE_SPACES: Known = { draft: NEWEST, hidden: NEWEST }

export function lostInOlder(known: Known): Loss[] {
  return Object.keys(known).map(field => ({
    field,
    why: 'no-setting-in-older',
    when: onlyOf(NOT_NEWEST),
  }))
}

/** What is not for readers yet is never shown to them, not for a moment. */
export function draftOf(
  { profile: { service } }: RestoreKnowledge,
  { json }: StateItem,
): { draft?: boolean } {
  return service === 'newest' && json.draft === true ? { draft: true } : {}
}
