/** What a page refers to, and whether that is there. */
import { kindUnder, NODES } from '../../resources/drafts.ts'
import { ACCOUNT, PERSON_KINDS } from '../../resources/people.ts'
import type { Reference } from '../../space/references.ts'
import { outlineFor } from '../content/markdown-alone.ts'
import type { OrganizationState, StateItem } from '../state.ts'

export function referencesOf(state: OrganizationState, page: StateItem): readonly Reference[] {
  return outlineFor(state, page)?.references ?? []
}

export function resolves(state: OrganizationState, page: StateItem, { kind, id, space }: Reference): boolean {
  if (kind === ACCOUNT) return PERSON_KINDS.some(personKind => state.byId(personKind, id) !== undefined)
  if (kind === 'openapi-spec') return state.list(kind).some(item => item.json.slug === id)
  if (kind === 'space' || kind === 'collection') return state.byId(kind, id) !== undefined
  const owner = space === null ? page.parent : (state.byId('space', space) ?? null)
  if (owner === null) return false
  const kinds = kind === 'page' ? NODES : [kind]
  const here = kinds.some(candidate => state.has(kindUnder(owner.kind, candidate), `${owner.path}/${id}`))
  if (here || owner.kind === 'space' || owner.parent === null) return here
  const main = owner.parent
  return kinds.some(candidate => state.has(candidate, `${main.path}/${id}`))
}
