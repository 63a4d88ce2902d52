import type { ReusableContent, Revision } from '../platform/operations/content-shapes.ts'
import { page } from './page.ts'
import { contained, type Item, idOf, type NotOfferedBody, type ReadBody } from './resource.ts'

const operation = 'getDocumentById'

export const reusableContent = contained<ReusableContent, Item, Revision>({
  kind: 'reusable-content',
  parent: 'space',
  doc: 'Content that several pages include. Its body can be read only where the service offers documents by id.',
  api: '4.11',
  within: 'revision',
  items: revision => revision.reusableContents ?? [],
  id: item => item.id,
  label: item => item.title,
  volatile: ['**.urls', 'git.oid', 'document', 'computedSeed'],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'no operation writes it; Git import may' },
  bodies: (platform, item, place) => {
    const key = item.document
    if (!key) return []
    const read = () =>
      platform.capabilities.prefer<ReadBody | NotOfferedBody>(
        operation,
        async () => ({ key, bytes: await platform.content.document(idOf(place, 'space'), key) }),
        async () => ({ notOffered: operation }),
      )
    return [{ name: 'document', key, source: { read } }]
  },
  ...(page.normaliseBody ? { normaliseBody: page.normaliseBody } : {}),
})
