/**
 * Bodies of pages that were made empty, as documents with references rewritten, or as the Markdown that alone is kept. A
 * body that the draft does not name after a clear answer is sent again; one that never comes fails the step.
 */
import { JsonText } from '../../platform/json-text.ts'
import type { Page } from '../../platform/operations/content-shapes.ts'
import { sendInHalves } from '../apply/item-failures.ts'
import type { RestoreKnowledge, RestoreSession } from '../apply/session.ts'
import { aboutOf, labelOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import { sendBatch, untilClear } from './batch.ts'
import { bodyBatches } from './batches.ts'
import { writtenBody } from './body.ts'
import { type Draft, DraftDiffers } from './draft.ts'
import { type DraftStanding, standingInDraft } from './draft-markdown.ts'
import { isMarkdownAlone } from './markdown-alone.ts'
import { readContent } from './read-content.ts'
import { walkPages } from './target-tree.ts'

const MOST_ROUNDS = 3

export async function writeBodies(
  session: RestoreSession,
  owner: StateItem,
  draft: Draft,
  pages: readonly StateItem[],
): Promise<void> {
  const filling: Filling = { session, owner, draft, failed: new Set() }
  let open = pages
  for (let round = 1; open.length > 0; round++) {
    if (round > MOST_ROUNDS)
      throw new DraftDiffers(
        draft,
        open.map(item => `the body of page ${labelOf(item)} did not stay`),
      )
    // Writing the same body twice is writing it once.
    await untilClear(() => write(filling, open))
    open = await withoutBody(filling, open)
  }
}

interface Filling {
  session: RestoreSession
  owner: StateItem
  draft: Draft
  /** Of which the platform wants no body. */
  failed: Set<StateItem>
}

async function write(filling: Filling, pages: readonly StateItem[]): Promise<void> {
  const { session, owner, draft, failed } = filling
  const { knowledge, record } = session
  const fail = (item: StateItem, error: unknown) => {
    failed.add(item)
    record.fail(aboutOf(item), error)
  }
  const left = pages.filter(item => !failed.has(item))
  const standing = left.some(isMarkdownAlone)
    ? await standingInDraft(knowledge, owner, await readContent(session.context, draft))
    : null
  const change = (item: StateItem) => bodyChange(knowledge, owner, item, standing)
  for await (const batch of bodyBatches(left, change, fail)) {
    const send = async (part: Readonly<typeof batch>) => {
      await sendBatch(
        session,
        owner,
        draft,
        part.map(prepared => prepared.change),
      )
      return true
    }
    await sendInHalves(batch, send, ({ item }, error) => fail(item, error))
  }
}

function bodyChange(
  knowledge: RestoreKnowledge,
  owner: StateItem,
  item: StateItem,
  standing: DraftStanding | null,
): JsonText | null {
  const page = knowledge.ids.of(item)?.target
  const body = page === undefined ? null : writtenBody(knowledge, owner, item, standing)
  return body === null ? null : JsonText.of({ operation: 'update_page', page, document: body })
}

/** Of pages that have one in the source, and that the platform did not refuse. */
async function withoutBody(
  { session, owner, draft, failed }: Filling,
  pages: readonly StateItem[],
): Promise<StateItem[]> {
  const { context, knowledge } = session
  const content = await readContent(context, draft)
  const there = new Map<string, Page>([...walkPages(content.pages)].map(page => [page.id, page]))
  const standing = pages.some(isMarkdownAlone) ? await standingInDraft(knowledge, owner, content) : null
  return pages.filter(item => {
    const page = there.get(knowledge.ids.of(item)?.target ?? '')
    const lacks = page !== undefined && !page.documentId && !failed.has(item)
    return lacks && writtenBody(knowledge, owner, item, standing) !== null
  })
}
