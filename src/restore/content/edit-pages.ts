/**
 * Settings and bodies of pages that are there, through batches of changes. Each round reads what the draft says of
 * each page and sends what is not as wanted; it ends when a round finds nothing. The platform's own memory is asked first
 * where a page still has the id of the snapshot: it loses nothing.
 */
import pMap from 'p-map'
import { recordOf, textOf } from '../../model/fields.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Page } from '../../platform/operations/content-shapes.ts'
import { bodyWithoutTitle } from '../../space/fit-heading.ts'
import { isItemsOwn, sendInHalves } from '../apply/item-failures.ts'
import type { RestoreSession } from '../apply/session.ts'
import { NotMapped } from '../match/not-mapped.ts'
import { aboutOf, labelOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import { type Change, sendBatch, untilClear } from './batch.ts'
import { editBatches } from './batches.ts'
import { bodyOf, rewritten, type WrittenBody, writtenBody } from './body.ts'
import { isSameDocument } from './compare-page.ts'
import { type Draft, DraftDiffers } from './draft.ts'
import { type DraftStanding, standingInDraft } from './draft-markdown.ts'
import { isMarkdownAlone } from './markdown-alone.ts'
import { settingChanges } from './page-settings.ts'
import { readContent } from './read-content.ts'
import { walkPages } from './target-tree.ts'

/** What of a page that is there is to become as the snapshot has it. */
export interface Edit {
  item: StateItem
  settings: boolean
  /** Of `links`, only what leads to something that has a new id: the rest stays as somebody left it. */
  body: 'snapshot' | 'links' | null
  /** By the revision of the snapshot, which says more than a batch can. */
  revert: boolean
}

interface Editing {
  session: RestoreSession
  owner: StateItem
  draft: Draft
  /** Put back, or refused. */
  tried: Set<StateItem>
  failed: Set<StateItem>
  /** Whose slug was asked for, or whose Markdown was sent: nothing of the draft says whether that was taken. */
  sent: Set<StateItem>
}

/** The draft as a round finds it. */
interface DraftRound {
  pages: ReadonlyMap<string, Page>
  /** Where Markdown is written. */
  standing: DraftStanding | null
}

const MOST_ROUNDS = 5
const READ_AT_ONCE = 8

export async function editPages(
  session: RestoreSession,
  owner: StateItem,
  draft: Draft,
  edits: readonly Edit[],
): Promise<void> {
  if (edits.length === 0) return
  const editing: Editing = {
    session,
    owner,
    draft,
    tried: new Set(),
    failed: new Set(),
    sent: new Set(),
  }
  await untilClear(() => revertPages(editing, edits))
  for (let round = 1; ; round++) {
    const left = await untilClear(() => writeEdits(editing, edits))
    if (left.size === 0) return
    if (round === MOST_ROUNDS)
      throw new DraftDiffers(
        draft,
        [...left].map(([item, change]) => `page ${labelOf(item)} did not take ${writtenIn(change)}`),
      )
  }
}

/** A service that does not know the revision any more is asked no second time. */
async function revertPages(editing: Editing, edits: readonly Edit[]): Promise<void> {
  const { session, owner, draft, tried } = editing
  const revision = textOf(session.knowledge.source.list('revision', owner)[0]?.json.id)
  const items = edits.filter(edit => edit.revert && !tried.has(edit.item)).map(edit => edit.item)
  if (revision === null || items.length === 0) return
  const change = (item: StateItem): Change => ({
    operation: 'revert_page',
    page: session.knowledge.target(item),
    revision,
  })
  const refused = (item: StateItem) => void tried.add(item)
  for await (const batch of editBatches(items, change, refused)) {
    const send = async (part: Readonly<typeof batch>) => {
      const changes = part.map(prepared => prepared.change)
      await sendBatch(session, owner, draft, changes)
      for (const { item } of part) tried.add(item)
      return true
    }
    await sendInHalves(batch, send, ({ item }) => refused(item))
  }
}

/** Answers what it found to do, and has sent all of that. */
async function writeEdits(editing: Editing, edits: readonly Edit[]): Promise<ReadonlyMap<StateItem, Change>> {
  const { session, owner, draft, failed, sent } = editing
  const content = await readContent(session.context, draft)
  const pages = new Map([...walkPages(content.pages)].map(page => [page.id, page]))
  const open = edits.filter(edit => !failed.has(edit.item))
  const standing = open.some(({ item, body }) => body === 'snapshot' && isMarkdownAlone(item))
    ? await standingInDraft(session.knowledge, owner, content)
    : null
  const look = async (edit: Edit) => [edit.item, await changeFor(editing, edit, { pages, standing })] as const
  const found = await pMap(open, look, { concurrency: READ_AT_ONCE })
  const changes = new Map(
    found.flatMap(([item, change]) => (change === null ? [] : [[item, change] as const])),
  )
  const fail = (item: StateItem, error: unknown) => {
    failed.add(item)
    session.record.fail(aboutOf(item), error)
  }
  const make = (item: StateItem) => changes.get(item) ?? null
  for await (const batch of editBatches([...changes.keys()], make, fail)) {
    const send = async (part: Readonly<typeof batch>) => {
      await sendBatch(
        session,
        owner,
        draft,
        part.map(prepared => prepared.change),
      )
      for (const { item } of part) sent.add(item)
      return true
    }
    await sendInHalves(batch, send, ({ item }, error) => fail(item, error))
  }
  return changes
}

function writtenIn(change: Change): string {
  const names = Object.keys(change).filter(name => name !== 'operation' && name !== 'page')
  return `what was written: ${names.join(', ')}`
}

/** Null: it is as wanted. */
async function changeFor(
  editing: Editing,
  edit: Edit,
  { pages, standing }: DraftRound,
): Promise<Change | null> {
  const { session, failed, sent } = editing
  const { item, settings } = edit
  try {
    const id = session.knowledge.target(item)
    const page = pages.get(id)
    if (page === undefined) throw new NotMapped(item.kind, item.id)
    const body = await bodyFor(editing, edit, page, standing)
    const { slug, ...said } = settings ? settingChanges(item, page) : {}
    // A slug that another page has is given otherwise: asked for once.
    const named = slug === undefined || sent.has(item) ? {} : { slug }
    const changes = { ...said, ...named, ...(body ? { document: body } : {}) }
    return Object.keys(changes).length === 0 ? null : { operation: 'update_page', page: id, ...changes }
  } catch (error) {
    if (session.context.signal?.aborted || !(isItemsOwn(error) || error instanceof NotFound)) throw error
    failed.add(item)
    session.record.fail(aboutOf(item), error)
    return null
  }
}

/** Null: the draft says that already, or nothing is to be said. */
async function bodyFor(
  editing: Editing,
  { item, body }: Edit,
  page: Page,
  standing: DraftStanding | null,
): Promise<WrittenBody | null> {
  if (body === null || (page.type !== undefined && page.type !== 'document')) return null
  const { owner, session } = editing
  const isAlone = body === 'snapshot' && isMarkdownAlone(item)
  const markdown = isAlone ? await markdownFor(editing, item, page, standing) : null
  if (markdown !== null) return { markdown }
  const there = recordOf((await bodyThere(editing, page, 'document')).document)
  // Markdown that is there already may lead to what has another id now.
  const document =
    body === 'links' || isAlone
      ? there && rewritten(session.knowledge, owner, there)
      : bodyOf(session.knowledge, owner, item)
  return document === null || isSameDocument(document, there) ? null : { document }
}

/** Null: it is there, or was sent. */
async function markdownFor(
  editing: Editing,
  item: StateItem,
  page: Page,
  standing: DraftStanding | null,
): Promise<string | null> {
  const { session, owner, sent } = editing
  const wanted = sent.has(item) ? null : writtenBody(session.knowledge, owner, item, standing)
  if (wanted === null || !('markdown' in wanted)) return null
  const { markdown } = await bodyThere(editing, page, 'markdown')
  return wanted.markdown === bodyWithoutTitle(Buffer.from(markdown ?? ''), page.title)
    ? null
    : wanted.markdown
}

function bodyThere({ session, draft }: Editing, { id }: Page, format: 'document' | 'markdown') {
  const { changeRequestContent } = session.context.platform
  return changeRequestContent.page(draft.space, draft.changeRequest, id, { format })
}
