import { extname } from 'node:path'
import { canonicalJson, digestOf } from '../model/digest.ts'
import type { Platform } from '../platform/client.ts'
import type { ContentFile } from '../platform/operations/content-shapes.ts'
import type { SoundRevision } from '../platform/operations/sound-revision.ts'
import type { Published } from './field-path.ts'
import { unreadableParts } from './page-tree.ts'
import { contained, type Item, idOf, type ReadContext } from './resource.ts'
import { withoutSignature } from './signed-url.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    file: Kept<ContentFile, Published<'RevisionFile'>>
  }
}

export const file = contained<'file', Item, SoundRevision>({
  kind: 'file',
  parent: 'space',
  doc: 'An uploaded file and its bytes.',
  api: '4.11',
  within: 'revision',
  items: revision => revision.files,
  unreadable: revision => unreadableParts(revision.unreadable.files, 'the list of files'),
  id: item => item.id,
  label: item => item.name,
  alsoCalled: item => [`.gitbook/assets/${item.name}`],
  stored: item => ({ ...item, downloadURL: withoutSignature(item.downloadURL) }),
  volatile: ['**.urls', 'downloadURL', 'git.oid'],
  references: {},
  audit: null,
  words: { added: 'uploaded', removed: 'deleted', bytes: 'replaced' },
  restore: { fidelity: 'part', note: 'as part of an import; a new id and URL, possibly another name' },
  bodies: (platform, item, context) => [
    {
      name: 'bytes',
      key: keyOf(item),
      origin: {
        url: item.downloadURL,
        sizeBytes: item.size,
        refresh: async () => (await freshRecord(platform, item, context)).downloadURL,
      },
    },
  ],
  // Many files are nearly the same under other names: re-exported pictures, `x (1).yaml` beside `x.yaml`.
  likeness: item => ({ family: extname(item.name).toLowerCase(), sizeBytes: item.size }),
})

function freshRecord(platform: Platform, { id }: ContentFile, context: ReadContext): Promise<ContentFile> {
  const space = idOf(context, 'space')
  const changeRequest = context.ids['change-request']
  return changeRequest === undefined
    ? platform.content.file(space, id)
    : platform.changeRequestContent.file(space, changeRequest, id)
}

/** No field names the bytes, so all that could change with them do (docs/development/platform.md#files). */
function keyOf(item: ContentFile): string {
  const address = withoutSignature(item.downloadURL)
  return digestOf(canonicalJson([item.id, item.size, item.name, item.contentType, address, item.dimensions]))
}
