/**
 * Does what `plan-content` planned, with the writer that the service offers: batches of changes, or imports of bundles
 * and single pages.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotFound, RequestRejected } from '../../platform/errors.ts'
import type { Doing } from '../doing.ts'
import { textOf } from '../fields.ts'
import type { StateItem } from '../state.ts'
import { type Draft, fieldsOf, send, writeBodies, writeSkeleton } from './batch-writer.ts'
import { bodyOf } from './body.ts'
import { importBundle, rewrittenMarkdown } from './bundle-writer.ts'
import { mergeDraft, openDraft } from './draft.ts'
import type { ContentMatches } from './target-tree.ts'

export interface ContentWork {
  /** A space, or a change request. */
  owner: StateItem
  /** Pages, groups, files, reusable contents that the target lacks. */
  missing: readonly StateItem[]
  /** Pages whose bodies or fields are to change. */
  edited: readonly StateItem[]
  /** Else the change request stays, for a human to merge. */
  merge: boolean
}

/** A space without content, in one import; what no import could place is told. */
export async function fillWhole(doing: Doing, { owner, missing, merge }: ContentWork): Promise<void> {
  const space = doing.target(owner)
  const target = merge ? { space } : { space, changeRequest: await openDraft(doing, space, owner) }
  const matches = await importBundle(doing, owner, target)
  remember(doing, matches)
  const lost = missing.filter(item => !doing.ids.of(item))
  if (lost.length > 0)
    doing.note(owner, `${lost.length} of ${missing.length} did not arrive: ${namesOf(lost)}`)
}

/** Pages without bodies, and files; or, with imports, both as they are. */
export async function writeMissing(
  doing: Doing,
  { owner, missing, edited, merge }: ContentWork,
): Promise<void> {
  const draft = await draftOf(doing, owner)
  const idsOf = (suffix: RegExp) => new Set(missing.filter(one => suffix.test(one.kind)).map(one => one.id))
  const pages = idsOf(/page(-group)?$/)
  const files = idsOf(/file$/)
  const contents = idsOf(/reusable-content$/)
  if (doing.writer === 'batch') {
    remember(doing, await writeSkeleton(doing, owner, draft, { pages, files }))
    return
  }
  remember(doing, await importBundle(doing, owner, draft, { pages, files, contents }))
  if (merge && edited.length === 0) await mergeDraft(doing, draft.space, draft.changeRequest, owner)
}

export async function editBodies(
  doing: Doing,
  { owner, missing, edited, merge }: ContentWork,
): Promise<void> {
  const draft = await draftOf(doing, owner)
  if (doing.writer === 'batch') {
    const fresh = missing.filter(one => one.kind.endsWith('page'))
    await writeBodies(doing, owner, draft, fresh)
    for (const item of edited) await editPage(doing, owner, draft, item)
  } else for (const item of edited) await importPage(doing, owner, draft, item)
  if (merge) await mergeDraft(doing, draft.space, draft.changeRequest, owner)
}

async function draftOf(doing: Doing, owner: StateItem): Promise<Draft> {
  if (owner.kind !== 'space') {
    const space = doing.need('space', owner.parent?.id ?? '')
    adoptMain(doing, owner)
    return { space, changeRequest: doing.target(owner) }
  }
  const space = doing.target(owner)
  return { space, changeRequest: await openDraft(doing, space, owner) }
}

/** A draft has what the space has, under the same ids. */
function adoptMain(doing: Doing, draft: StateItem): void {
  const { ids, source } = doing
  const pairs = ['page', 'page-group', 'file', 'reusable-content'].flatMap(kind =>
    source.list(`change-request-${kind}`, draft).flatMap(item => {
      const main = ids.of({ kind, path: `${draft.parent?.path}/${item.id}` })
      return main === undefined || ids.of(item) ? [] : [[item, main.target] as const]
    }),
  )
  if (pairs.length > 0) doing.rememberAll(pairs)
}

/** The platform's own memory first: it loses nothing. */
async function editPage(doing: Doing, owner: StateItem, draft: Draft, item: StateItem): Promise<void> {
  const page = doing.target(item)
  const revision = revisionOf(doing, owner)
  if (doing.home && page === item.id && revision !== null && owner.kind === 'space') {
    const reverted = await tryRevert(doing, owner, draft, page, revision)
    if (reverted) return
  }
  const document = bodyOf(doing, owner, item)
  const body = document === null ? {} : { document: { document } }
  await send(doing, owner, draft, [{ type: 'update_page', page, ...fieldsOf(item), ...body }])
}

async function tryRevert(
  doing: Doing,
  owner: StateItem,
  draft: Draft,
  page: string,
  revision: string,
): Promise<boolean> {
  if (hasNewIds(doing)) return false
  try {
    await send(doing, owner, draft, [{ type: 'revert_page', page, revision }])
    return true
  } catch (error) {
    if (error instanceof NotFound || error instanceof RequestRejected) return false
    throw error
  }
}

/** Then references have to be rewritten, which putting back does not do. */
function hasNewIds({ vault, run }: Doing): boolean {
  return vault.restoredIds({ run }).some(row => row.made)
}

function revisionOf({ source }: Doing, owner: StateItem): string | null {
  const [revision] = source.list('revision', owner)
  return textOf(revision?.json.id)
}

/** Replaces the body where the service imports into pages; else the page comes beside the one that is there. */
async function importPage(doing: Doing, owner: StateItem, draft: Draft, item: StateItem): Promise<void> {
  const { platform } = doing
  const page = doing.target(item)
  const beside = async () => {
    const name = `add ${item.kind} ${item.path}`
    const part = { pages: new Set([item.id]), files: new Set<string>() }
    if (!doing.wasDone(name)) await importBundle(doing, owner, draft, part, name)
    doing.note(item, 'this service cannot change a page: it was added beside the one that is there')
  }
  await platform.capabilities.prefer(
    'importContentInChangeRequestPageById',
    () => importMarkdown(doing, owner, draft, item, page),
    beside,
  )
}

async function importMarkdown(
  doing: Doing,
  owner: StateItem,
  draft: Draft,
  item: StateItem,
  page: string,
): Promise<void> {
  const markdown = rewrittenMarkdown(doing, owner, doing.source.part(item, 'markdown') ?? Buffer.from(''))
  const folder = mkdtempSync(join(tmpdir(), 'docvault-restore-'))
  try {
    const file = join(folder, 'page.md')
    writeFileSync(file, markdown)
    const published = await doing.publisher?.publish(file)
    if (!published) throw new Error('nothing publishes pages for the import')
    try {
      const source = { url: published.url, source: 'markdown' }
      await doing.write(
        `import page ${item.path}`,
        () =>
          doing.platform.changeRequestContent.importIntoPage(draft.space, draft.changeRequest, page, source),
        // Importing the same twice is importing it once.
        async () => null,
      )
    } finally {
      await published.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Known = readonly (readonly [StateItem, { id: string }])[]

function remember(doing: Doing, { pages, files, contents }: Record<keyof ContentMatches, Known>): void {
  const all = [...pages, ...files, ...contents].map(([item, { id }]) => [item, id] as const)
  doing.rememberAll(all.filter(([item, id]) => doing.ids.of(item)?.target !== id))
}

function namesOf(items: readonly StateItem[]): string {
  const names = items.slice(0, 5).map(item => textOf(item.json.title) ?? textOf(item.json.name) ?? item.id)
  return names.join(', ') + (items.length > names.length ? ', …' : '')
}
