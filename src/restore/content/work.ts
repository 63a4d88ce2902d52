/**
 * Does what `plan-content` planned, with the writer that the service offers: batches of changes, or imports of bundles
 * and single pages.
 */
import type { Doing } from '../doing.ts'
import { textOf } from '../fields.ts'
import { isItemsOwn } from '../item-failures.ts'
import { aboutOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import type { Draft, Matched } from './batch-writer.ts'
import { importBundle } from './bundle-writer.ts'
import { mergeDraft, openDraft } from './draft.ts'
import { writers } from './writer.ts'

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

/** Pages and files, without bodies where these come later. */
export async function writeMissing(
  doing: Doing,
  { owner, missing, edited, merge }: ContentWork,
): Promise<void> {
  const writer = writers[doing.writer]
  const draft = await draftOf(doing, owner)
  const idsOf = (suffix: RegExp) => new Set(missing.filter(one => suffix.test(one.kind)).map(one => one.id))
  const pages = idsOf(/page(-group)?$/)
  const files = idsOf(/file$/)
  const contents = idsOf(/reusable-content$/)
  remember(doing, await writer.add(doing, owner, draft, { pages, files, contents }))
  if (merge && writer.whole && edited.length === 0)
    await mergeDraft(doing, draft.space, draft.changeRequest, owner)
}

export async function editBodies(
  doing: Doing,
  { owner, missing, edited, merge }: ContentWork,
): Promise<void> {
  const writer = writers[doing.writer]
  const draft = await draftOf(doing, owner)
  const fresh = missing.filter(one => one.kind.endsWith('page'))
  await writer.fill(doing, owner, draft, fresh)
  for (const item of edited) {
    try {
      await writer.edit(doing, owner, draft, item)
    } catch (error) {
      if (doing.signal?.aborted || !isItemsOwn(error)) throw error
      doing.fail(aboutOf(item), error)
    }
  }
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

function remember(doing: Doing, { pages, files, contents }: Matched): void {
  const all = [...pages, ...files, ...contents].map(([item, { id }]) => [item, id] as const)
  doing.rememberAll(all.filter(([item, id]) => doing.ids.of(item)?.target !== id))
}

function namesOf(items: readonly StateItem[]): string {
  const names = items.slice(0, 5).map(item => textOf(item.json.title) ?? textOf(item.json.name) ?? item.id)
  return names.join(', ') + (items.length > names.length ? ', …' : '')
}
