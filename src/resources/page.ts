import { canonicalJson } from '../model/digest.ts'
import { normalise } from '../model/normalise.ts'
import type { Platform } from '../platform/client.ts'
import type { Page, Revision } from '../platform/operations/content-shapes.ts'
import type { Space } from '../platform/operations/spaces.ts'
import { defaultsOfNode, nodesOf, volatileOfNode, withoutChildren } from './page-tree.ts'
import { type Body, contained, type Place } from './resource.ts'

export const page = contained<Page, Space, Revision>({
  kind: 'page',
  parent: 'space',
  doc: 'A page, a link or a computed page: its settings, and its body as document and as Markdown.',
  api: '4.11',
  within: 'revision',
  *items(revision) {
    for (const node of nodesOf(revision)) if (node.type !== 'group') yield node
  },
  id: item => item.id,
  label: item => item.title,
  stored: withoutChildren,
  volatile: volatileOfNode,
  defaults: defaultsOfNode,
  references: { file: 'cover.ref.file', page: 'target.page', space: 'target.space' },
  audit: {},
  restore: {
    fidelity: 'part',
    note: 'title, body and place; ids, dates, cover and layout depend on the service',
  },
  bodies: (platform, item, place) => {
    const documentId = item.documentId
    return documentId ? place.formats.map(format => bodyOf(platform, item, documentId, place, format)) : []
  },
  normaliseBody: (name, bytes) => (name === 'document' ? normalisedDocument(bytes) : bytes.toString()),
})

function bodyOf(platform: Platform, item: Page, key: string, place: Place<Space>, format: string): Body {
  const read = format === 'document' ? readDocument : readMarkdown
  return { name: format, key, source: { read: () => read(platform, item, key, place) } }
}

type Read = (
  platform: Platform,
  item: Page,
  key: string,
  place: Place<Space>,
) => Promise<{ key: string; bytes: Buffer }>

const readDocument: Read = (platform, item, key, { parent }) =>
  platform.capabilities.prefer(
    'getDocumentById',
    async () => ({ key, bytes: await platform.content.document(parent.id, key) }),
    async () => {
      const answer = await platform.content.page(parent.id, item.id, 'document')
      return { key: keyOf(answer, item), bytes: Buffer.from(JSON.stringify(answer.document ?? null)) }
    },
  )

const readMarkdown: Read = async (platform, item, _key, { parent, sourceToken }) => {
  const answer = await platform.capabilities.prefer(
    'getPageInRevisionById',
    () => platform.content.pageInRevision(parent.id, sourceToken ?? parent.revision, item.id, 'markdown'),
    () => platform.content.page(parent.id, item.id, 'markdown'),
  )
  return { key: keyOf(answer, item), bytes: Buffer.from(answer.markdown ?? '') }
}

/** The body that was really read. An answer that does not say is believed when its page has not moved. */
function keyOf(answer: { documentId?: string | null | undefined; updatedAt?: unknown }, item: Page): string {
  if (answer.documentId) return answer.documentId
  return answer.updatedAt === item.updatedAt && item.documentId ? item.documentId : ''
}

/** Editor handles, access tokens and migrations of the schema are no changes. */
function normalisedDocument(bytes: Buffer): string {
  const document: unknown = JSON.parse(bytes.toString())
  return canonicalJson(normalise(document, { volatile: ['**.key', '**.meta', '**.schemaVersion'] }))
}
