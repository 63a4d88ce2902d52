/**
 * Does what `plan-content` planned, by the way that the service offers. A draft is merged only after each part of the
 * work looked at it and found nothing left to do; else the step fails, and the draft stays and is named.
 */

import { textOf } from '../../model/fields.ts'
import type { Kind } from '../../model/resource.ts'
import { CONTENT, kindInSpace, kindUnder, NODES } from '../../resources/drafts.ts'
import type { RestoreKnowledge, RestoreSession } from '../apply/session.ts'
import { labelOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import type { PartWay } from './capabilities.ts'
import { type Draft, DraftDiffers, mergeDraft, openDraft } from './draft.ts'
import type { Edit } from './edit-pages.ts'
import { importMissing } from './import-missing.ts'
import { isMarkdownFile } from './markdown-files.ts'
import type { ContentMatches } from './target-tree.ts'
import { writers } from './writer.ts'

export interface ContentWork {
  way: PartWay
  /** A space, or a change request. */
  owner: StateItem
  /** Pages, groups, files, reusable contents that the target lacks. */
  missing: () => readonly StateItem[]
  /** Pages whose bodies or settings are to change. */
  edited: readonly Edit[]
  /** Pages that are there, and not where they were. */
  moved: readonly StateItem[]
  /** Else the change request stays, for a human to merge. */
  merge: boolean
}

/** A space without content, in one import; what no import could place is told. */
export async function fillWhole(
  session: RestoreSession,
  { owner, missing, merge }: ContentWork,
): Promise<void> {
  const { knowledge, record } = session
  const space = knowledge.target(owner)
  const target = merge ? { space } : await openDraft(session, space, owner)
  remember(session, await importMissing({ session, owner, target, part: {}, below: false }))
  const wanted = missing()
  const lost = wanted.filter(item => !knowledge.ids.of(item))
  if (lost.length > 0)
    record.note(owner, `${lost.length} of ${wanted.length} did not arrive: ${namesOf(lost)}`)
}

/** Pages, files and places, without bodies where these come later. */
export async function writeMissing(session: RestoreSession, work: ContentWork): Promise<void> {
  const { owner, edited, moved, merge, way } = work
  const missing = work.missing()
  const writer = writers[way]
  const draft = await draftOf(session, owner)
  const idsOf = (...kinds: readonly Kind[]) =>
    new Set(missing.filter(item => kinds.includes(kindInSpace(item.kind))).map(item => item.id))
  const pages = idsOf(...NODES)
  const files = idsOf('file')
  const contents = idsOf('reusable-content')
  const places = new Set(moved.map(item => item.id))
  remember(session, await writer.add(session, owner, draft, { pages, files, contents, moved: places }))
  if (way !== 'batch') assertArrived(session.knowledge, draft, missing)
  if (merge && writer.whole && edited.length === 0) await mergeDraft(session, draft, owner)
}

function assertArrived({ ids }: RestoreKnowledge, draft: Draft, missing: readonly StateItem[]): void {
  const lost = missing.filter(item => !ids.of(item) && !isMarkdownFile(item))
  if (lost.length === 0) return
  throw new DraftDiffers(
    draft,
    lost.map(item => `${item.kind} ${labelOf(item)} did not arrive`),
  )
}

export async function editBodies(session: RestoreSession, work: ContentWork): Promise<void> {
  const { owner, edited, merge, way } = work
  const writer = writers[way]
  const draft = await draftOf(session, owner)
  const fresh = work
    .missing()
    .filter(item => kindInSpace(item.kind) === 'page' && session.knowledge.ids.of(item))
  await writer.fill(session, owner, draft, fresh)
  await writer.edit(session, owner, draft, edited)
  if (merge) await mergeDraft(session, draft, owner)
}

async function draftOf(session: RestoreSession, owner: StateItem): Promise<Draft> {
  const { knowledge } = session
  if (owner.kind === 'space') return openDraft(session, knowledge.target(owner), owner)
  const space = knowledge.need('space', owner.parent?.id ?? '')
  adoptMain(session, owner)
  return { space, changeRequest: knowledge.target(owner) }
}

/** A draft has what the space has, under the same ids. */
function adoptMain({ knowledge, record }: RestoreSession, draft: StateItem): void {
  const { ids, source } = knowledge
  const pairs = CONTENT.flatMap(kind =>
    source.list(kindUnder('change-request', kind), draft).flatMap(item => {
      const main = ids.of({ kind, path: `${draft.parent?.path}/${item.id}` })
      return main === undefined || ids.of(item) ? [] : [[item, main.target] as const]
    }),
  )
  if (pairs.length > 0) record.rememberAll(pairs)
}

export function remember(
  { knowledge, record }: RestoreSession,
  { pages, files, contents }: ContentMatches,
): void {
  const all = [...pages, ...files, ...contents].map(([item, { id }]) => [item, id] as const)
  record.rememberAll(all.filter(([item, id]) => knowledge.ids.of(item)?.target !== id))
}

export function namesOf(items: readonly StateItem[]): string {
  const names = items.slice(0, 5).map(item => textOf(item.json.title) ?? textOf(item.json.name) ?? item.id)
  return names.join(', ') + (items.length > names.length ? ', …' : '')
}
