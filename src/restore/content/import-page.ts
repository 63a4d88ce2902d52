/** The body of a page that is there, through an import into it; or, where no service has that, beside it. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeTitle } from '../../bundle/render-summary.ts'
import { DamageFound } from '../../model/errors.ts'
import { textOf } from '../../model/fields.ts'
import { giveWay } from '../../model/give-way.ts'
import { lazily } from '../../model/lazily.ts'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'
import { kindUnder } from '../../resources/drafts.ts'
import { pageMarkdownOf } from '../../space/bundle-source.ts'
import { fitHeading } from '../../space/fit-heading.ts'
import { isItemsOwn } from '../apply/item-failures.ts'
import type { RestoreRecord, RestoreSession } from '../apply/session.ts'
import { aboutOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import { importBundle } from './bundle-writer.ts'
import type { Draft } from './draft.ts'
import { type DraftStanding, markdownForDraft, standingInDraft } from './draft-markdown.ts'
import { outlineFor } from './markdown-alone.ts'
import { pagesBefore, readContent } from './read-content.ts'

/** Importing the same twice is importing it once. Links are written for where things stand in the draft now. */
export async function importIntoPages(
  session: RestoreSession,
  owner: StateItem,
  draft: Draft,
  items: readonly StateItem[],
): Promise<void> {
  const { context, knowledge, record } = session
  if (items.length === 0) return
  const standing = await standingInDraft(knowledge, owner, await readContent(context, draft))
  const { vault, snapshot } = knowledge.source
  const markdown = lazily(() => pageMarkdownOf(vault, snapshot, owner.resource, { purpose: 'import' }))
  const importing: PageImport = { session, owner, draft, standing, markdown }
  for (const item of items) {
    await giveWay()
    try {
      await importIntoPage(importing, item)
    } catch (error) {
      if (context.signal?.aborted || !isItemsOwn(error)) throw error
      record.fail(aboutOf(item), error)
    }
  }
}

interface PageImport {
  session: RestoreSession
  owner: StateItem
  draft: Draft
  standing: DraftStanding
  /** Of the pages of the owner, as the vault has them. What fails is the failure of each page. */
  markdown: () => ReturnType<typeof pageMarkdownOf>
}

async function importIntoPage(
  { session, owner, draft, standing, markdown: kept }: PageImport,
  item: StateItem,
): Promise<void> {
  const { context, knowledge, record } = session
  const page = knowledge.target(item)
  const written = fitHeading(
    await markdownOf(await kept(), item),
    outlineFor(knowledge.source, item),
    standing.titles.get(page) ?? textOf(item.json.title) ?? '',
  )
  const markdown = markdownForDraft(knowledge, { owner, item, standing }, written)
  const temporary = makeTemporaryFolder('restore')
  try {
    const file = join(temporary.path, 'page.md')
    writeFileSync(file, markdown)
    const published = await context.publisher?.publish(file)
    if (!published) throw new Error('nothing publishes pages for the import')
    try {
      const source = { url: published.url, source: 'markdown' }
      await record.write(
        { does: 'import', kind: 'page', path: item.path },
        () =>
          context.platform.changeRequestContent.importIntoPage(
            draft.space,
            draft.changeRequest,
            page,
            source,
          ),
        async () => null,
      )
    } finally {
      await published.close()
    }
  } finally {
    temporary.remove()
  }
}

/** Copies of the pages come to the end of the root; what an earlier life of the run brought is not brought again. */
export async function importBeside(
  session: RestoreSession,
  owner: StateItem,
  draft: Draft,
  items: readonly StateItem[],
): Promise<void> {
  const { context, knowledge, record } = session
  const before = pagesBefore(knowledge, owner)
  const titles: unknown[] = []
  for (const item of items) {
    titles.push(item.json.title)
    const wanted = titles.filter(title => title === item.json.title).length
    const copies = async () => {
      const { pages } = await readContent(context, draft)
      return pages.filter(page => page.title === item.json.title && !before.has(page.id))
    }
    const arrived = async () => (await copies()).length >= wanted
    const part = { pages: new Set([item.id]), files: new Set<string>() }
    // By its look the copy could be taken for the page itself, and what stands below that for moved.
    const { target } = knowledge.ids.of(item) ?? {}
    if (target !== undefined) record.remember(item, target, false)
    if (!(await arrived())) await importBundle(session, owner, { place: draft, part, arrived })
    for (const { id } of await copies()) noteCopy(record, owner, draft, id)
    record.note(item, 'this service cannot change a page: it was added beside the one that is there')
  }
}

/** Nothing of the snapshot stands for it: whoever undoes the run knows from its journal that it is the run's. */
function noteCopy(
  record: RestoreRecord,
  { kind }: StateItem,
  { space, changeRequest }: Draft,
  id: string,
): void {
  const above = kind === 'space' ? space : `${space}/${changeRequest}`
  record.done({ does: 'copy', kind: kindUnder(kind, 'page'), path: `${above}/${id}` })
}

/** Where no Markdown was kept, it is made from the document. A page that had no body says nothing but its title. */
async function markdownOf(
  kept: Awaited<ReturnType<typeof pageMarkdownOf>>,
  item: StateItem,
): Promise<Buffer> {
  const markdown = await kept(item.id)
  if (markdown !== null) return markdown
  if (textOf(item.json.documentId) === null)
    return Buffer.from(`# ${escapeTitle(textOf(item.json.title) ?? '')}\n`)
  throw new DamageFound(`the body of page ${item.id} was never read`)
}
