/** What a space or a draft of it holds right now. */
import type { Revision } from '../../platform/operations/content-shapes.ts'
import type { Doing } from '../doing.ts'
import type { StateItem } from '../state.ts'

/** A space, or a draft of it. */
export interface ContentTarget {
  space: string
  changeRequest?: string
}

export function readContent({ platform }: Pick<Doing, 'platform'>, target: ContentTarget): Promise<Revision> {
  return target.changeRequest === undefined
    ? platform.content.currentRevision(target.space)
    : platform.changeRequestContent.revision(target.space, target.changeRequest)
}

/** Pages and groups that were there when the run began; by id. */
export function pagesBefore({ before, ids }: Doing, owner: StateItem): ReadonlySet<string> {
  const [space, draft] = owner.kind === 'space' ? [owner, null] : [owner.parent, owner]
  const target = space ? before.byId('space', ids.of(space)?.target ?? '') : undefined
  const prefix = draft ? 'change-request-' : ''
  const there =
    draft && target ? before.at('change-request', `${target.path}/${ids.of(draft)?.target}`) : target
  if (!there) return new Set()
  return new Set(['page', 'page-group'].flatMap(kind => before.list(prefix + kind, there)).map(one => one.id))
}
