import { type Digest, digestOf, digestOfPieces } from '../model/digest.ts'
import { writeNormalised } from '../model/normalise.ts'
import type { Platform } from '../platform/client.ts'
import type { Page } from '../platform/operations/content-shapes.ts'
import type { SoundRevision } from '../platform/operations/sound-revision.ts'
import { PUBLISHED } from './controls.ts'
import { ImplausibleAnswer } from './implausible-answer.ts'
import {
  defaultsOfNode,
  type KeptPage,
  nodesOf,
  unreadableNodes,
  volatileOfNode,
  withoutChildren,
} from './page-tree.ts'
import { contained, type Item, idOf, type PartSource, type ReadContext } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    page: KeptPage<Page>
  }
}

/** A space or a change request: what has a revision. */
type Pinned = Item & { revision: string }

export const page = contained<'page', Pinned, SoundRevision>({
  kind: 'page',
  parent: 'space',
  doc: 'A page, a link or a computed page: its settings, and its body as document and as Markdown.',
  api: '4.11',
  within: 'revision',
  *items(revision) {
    for (const node of nodesOf(revision)) if (node.type !== 'group') yield withoutChildren(node)
  },
  unreadable: revision => unreadableNodes(revision, 'page'),
  id: item => item.id,
  label: item => item.title,
  volatile: volatileOfNode,
  defaults: defaultsOfNode,
  references: { file: 'cover.ref.file', page: 'target.page', space: 'target.space' },
  audit: { added: null, removed: null, fields: { condition: 'high' }, controls: PUBLISHED },
  restore: {
    fidelity: 'part',
    note: 'title, body and place; ids, dates, cover and layout depend on the service',
  },
  bodies: (platform, item, context) => {
    const documentId = item.documentId
    return documentId
      ? context.formats.map(format => bodyOf(platform, format, { item, key: documentId, context }))
      : []
  },
  defersMarkdown: true,
  meaningOfBody: (name, bytes) => (name === 'document' ? digestOfDocument(bytes) : digestOf(bytes)),
})

/** The body that a page names, and where the page is read. */
interface NamedBody {
  item: Page
  key: string
  context: ReadContext<Pinned>
}

function bodyOf(platform: Platform, format: string, body: NamedBody): PartSource {
  const { key, context } = body
  const read = format === 'document' ? readDocument : readMarkdown
  return {
    name: format,
    key,
    origin: { read: hold => read(platform, { ...body, context: { ...context, hold } }) },
  }
}

type Read = (platform: Platform, body: NamedBody) => Promise<{ key: string; bytes: Buffer }>

const readDocument: Read = (platform, { item, key, context }) =>
  platform.capabilities.prefer(
    'getDocumentById',
    async () => ({ key, bytes: await platform.content.document(idOf(context, 'space'), key, context.hold) }),
    async () => {
      const answer = await readCurrent(platform, item, context, 'document')
      return readBody(answer, item, answer.document && JSON.stringify(answer.document))
    },
  )

const readMarkdown: Read = async (platform, { item, context }) => {
  const { hold } = context
  const revision = context.sourceToken ?? context.parent.revision
  const answer = await platform.capabilities.prefer(
    'getPageInRevisionById',
    () =>
      platform.content.pageInRevision(idOf(context, 'space'), revision, item.id, {
        format: 'markdown',
        hold,
      }),
    () => readCurrent(platform, item, context, 'markdown'),
  )
  return readBody(answer, item, answer.markdown)
}

/** A page that names its body and comes without it contradicts itself, unless it has moved on. */
function readBody(answer: Answered, item: Page, body: string | null | undefined) {
  const key = keyOf(answer, item)
  if (key !== '' && typeof body !== 'string')
    throw new ImplausibleAnswer('invalid', `page ${item.id} names the body ${key} and came without it`)
  return { key, bytes: Buffer.from(body ?? '') }
}

/** As it is at that moment, in the main content or in the change request that is read. */
function readCurrent(
  platform: Platform,
  { id }: Page,
  context: ReadContext<Pinned>,
  format: 'document' | 'markdown',
) {
  const space = idOf(context, 'space')
  const reading = { format, hold: context.hold }
  const changeRequest = context.ids['change-request']
  return changeRequest === undefined
    ? platform.content.page(space, id, reading)
    : platform.changeRequestContent.page(space, changeRequest, id, reading)
}

interface Answered {
  documentId?: string | null | undefined
  updatedAt?: unknown
}

/** The body that was really read. An answer that does not say is believed when its page has not moved. */
function keyOf(answer: Answered, item: Page): string {
  if (answer.documentId) return answer.documentId
  return answer.updatedAt === item.updatedAt && item.documentId ? item.documentId : ''
}

/** Editor handles, access tokens and migrations of the schema are no changes. */
function digestOfDocument(bytes: Buffer): Digest {
  const document: unknown = JSON.parse(bytes.toString())
  const rules = { volatile: ['**.key', '**.meta', '**.schemaVersion'] }
  return digestOfPieces(write => writeNormalised(document, rules, write))
}
