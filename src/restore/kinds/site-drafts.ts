/** What newer services say of groups, sections and site spaces: in how many languages, and whether readers see them yet. */
import type { Fields } from '../../model/fields.ts'
import type { RestoreKnowledge } from '../apply/session.ts'
import type { StateItem } from '../state.ts'
import { type Known, type KnownOf, NEWEST, NOT_NEWEST, namesOf, onlyOf } from './known-fields.ts'
import type { ItemOf, Loss } from './restorer.ts'

export const OF_GROUPS = { draft: NEWEST, localizedTitle: NEWEST } satisfies KnownOf<'site-section-group'>
export const OF_SECTIONS = {
  ...OF_GROUPS,
  localizedDescription: NEWEST,
} satisfies KnownOf<'site-section'>
export const OF_SITE_SPACES = { draft: NEWEST, hidden: NEWEST } satisfies KnownOf<'site-space'>

/** A group or a section as a newer service says it; what is absent there is none. */
export function draftFieldsOf({ json }: ItemOf<'site-section-group' | 'site-section'>): Fields {
  return 'draft' in json ? { draft: json.draft, localizedTitle: json.localizedTitle ?? {} } : {}
}

export function lostInOlder<Name extends string>(known: Known<Name>): Loss<StateItem, Name>[] {
  return namesOf(known).map(field => ({
    field,
    why: 'no-setting-in-older',
    when: onlyOf(NOT_NEWEST),
  }))
}

/** What is not for readers yet is never shown to them, not for a moment. */
export function draftOf(
  { profile: { service } }: RestoreKnowledge,
  { json }: ItemOf<'site-section-group' | 'site-section' | 'site-space'>,
): { draft?: boolean } {
  return service === 'newest' && json.draft === true ? { draft: true } : {}
}
