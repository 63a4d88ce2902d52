import type { ReusableContent } from '../platform/operations/content-shapes.ts'
import type { SoundRevision } from '../platform/operations/sound-revision.ts'
import type { Hold } from '../platform/room.ts'
import type { Published } from './field-path.ts'
import { page } from './page.ts'
import { unreadableParts } from './page-tree.ts'
import { contained, type Item, idOf, type NotOfferedBody, type ReadBody } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'reusable-content': Kept<ReusableContent, Published<'RevisionReusableContent'>>
  }
}

const operation = 'getDocumentById'

export const reusableContent = contained<'reusable-content', Item, SoundRevision>({
  kind: 'reusable-content',
  parent: 'space',
  doc: 'Content that several pages include. Its body can be read only where the service offers documents by id.',
  api: '4.11',
  within: 'revision',
  items: revision => revision.reusableContents ?? [],
  unreadable: revision =>
    unreadableParts(revision.unreadable.reusableContents, 'the list of reusable contents'),
  id: item => item.id,
  label: item => item.title,
  volatile: ['**.urls', 'git.oid', 'document', 'computedSeed'],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'no operation writes it; Git import may' },
  bodies: (platform, item, context) => {
    const key = item.document
    if (!key) return []
    const read = (hold: Hold) =>
      platform.capabilities.prefer<ReadBody | NotOfferedBody>(
        operation,
        async () => ({ key, bytes: await platform.content.document(idOf(context, 'space'), key, hold) }),
        async () => ({ notOffered: operation }),
      )
    return [{ name: 'document', key, origin: { read } }]
  },
  ...(page.meaningOfBody ? { meaningOfBody: page.meaningOfBody } : {}),
})
