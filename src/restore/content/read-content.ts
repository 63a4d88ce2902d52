/** What a space or a draft of it holds right now. */

import type { Revision } from '../../platform/operations/content-shapes.ts'
import { kindUnder, NODES } from '../../resources/drafts.ts'
import type { RestoreContext, RestoreKnowledge } from '../apply/session.ts'
import type { StateItem } from '../state.ts'

/** A space, or a draft of it. */
export interface ContentTarget {
  space: string
  changeRequest?: string
}

export function readContent(
  { platform }: Pick<RestoreContext, 'platform'>,
  target: ContentTarget,
): Promise<Revision> {
  return target.changeRequest === undefined
    ? platform.content.currentRevision(target.space)
    : platform.changeRequestContent.revision(target.space, target.changeRequest)
}

/** Of a draft: pages and groups that it has from its space, as far as that is known; by id. */
export function pagesOfSpace(
  { source, before, ids }: RestoreKnowledge,
  { kind, parent }: StateItem,
): ReadonlySet<string> {
  if (kind === 'space' || parent === null) return new Set()
  const there = before.byId('space', ids.of(parent)?.target ?? '')
  return new Set([
    ...NODES.flatMap(nodeKind => source.list(nodeKind, parent)).flatMap(item => ids.of(item)?.target ?? []),
    ...(there ? NODES.flatMap(nodeKind => before.list(nodeKind, there)).map(item => item.id) : []),
  ])
}

/** Pages and groups that were there when the run began; by id. */
export function pagesBefore({ before, ids }: RestoreKnowledge, owner: StateItem): ReadonlySet<string> {
  const [space, draft] = owner.kind === 'space' ? [owner, null] : [owner.parent, owner]
  const target = space ? before.byId('space', ids.of(space)?.target ?? '') : undefined
  const there =
    draft && target ? before.at('change-request', `${target.path}/${ids.of(draft)?.target}`) : target
  if (!there) return new Set()
  return new Set(NODES.flatMap(kind => before.list(kindUnder(owner.kind, kind), there)).map(item => item.id))
}
