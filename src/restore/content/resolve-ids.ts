/** What a reference in the source means in the target, by the ids that are known at that moment. */

import type { Kind } from '../../model/resource.ts'
import { kindUnder } from '../../resources/drafts.ts'
import type { Reference, Resolve } from '../../space/references.ts'
import type { RestoreKnowledge } from '../apply/session.ts'
import type { StateItem } from '../state.ts'

/** `owner`: the space that the content stands in; references without a space of their own mean it. */
export function resolverIn(knowledge: Pick<RestoreKnowledge, 'ids' | 'source'>, owner: StateItem): Resolve {
  const { ids, source } = knowledge
  return ({ kind, id, space }: Reference) => {
    // A specification is named by its slug, which stays.
    if (kind === 'openapi-spec') return id
    if (kind === 'user' || kind === 'space' || kind === 'collection') return ids.id(kind, id) ?? null
    const within = space === null ? owner.path : (source.byId('space', space)?.path ?? space)
    const here = ids.of({ kind, path: `${within}/${id}` })?.target
    if (here !== undefined) return here
    if (owner.kind !== 'space' && space === null) return outsideDraft(knowledge, owner, kind, id)
    return kind === 'page' ? (ids.of({ kind: 'page-group', path: `${within}/${id}` })?.target ?? null) : null
  }
}

/** What a draft refers to may stand in the draft only, or in the space that it belongs to. */
function outsideDraft(
  { ids }: Pick<RestoreKnowledge, 'ids'>,
  draft: StateItem,
  kind: Kind,
  id: string,
): string | null {
  const own = ids.of({ kind: kindUnder('change-request', kind), path: `${draft.path}/${id}` })?.target
  const space = draft.parent
  return own ?? (space ? (ids.of({ kind, path: `${space.path}/${id}` })?.target ?? null) : null)
}
