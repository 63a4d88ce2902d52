import type { ChangeRequest } from '../platform/operations/change-requests.ts'
import type { SoundRevision } from '../platform/operations/sound-revision.ts'
import type { Published } from './field-path.ts'
import { idOf, source } from './resource.ts'
import { revision } from './revision.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request-revision': Kept<SoundRevision, Published<'Revision'>>
  }
}

/**
 * A draft is pinned like the main content: its revision is one of the space's
 * (docs/concepts/consistency.md#change-requests).
 */
export const changeRequestRevision = source<'change-request-revision', ChangeRequest>({
  ...revision,
  kind: 'change-request-revision',
  parent: 'change-request',
  draftOf: 'revision',
  doc: "A change request's content as a whole: the order and nesting of its pages, and its variables.",
  api: '4.10',
  read: (platform, context) => {
    const space = idOf(context, 'space')
    return platform.capabilities.prefer(
      'getRevisionById',
      () => platform.content.soundRevision(space, context.parent.revision, context.hold),
      () => platform.changeRequestContent.soundRevision(space, context.parent.id, context.hold),
    )
  },
  token: parent => ({ value: parent.revision, trust: 'proof' }),
  tokenOf: item => item.id,
})
