/**
 * Plans pages, files and reusable contents of spaces and drafts. A space that has nothing is filled as a whole; in one
 * that has content, only what is missing or (where that is wished for) differs is written, through a change request.
 */
import type { Kind } from '../../model/resource.ts'
import { labelOf, nameOf } from '../naming.ts'
import type { Planning } from '../plan/planning.ts'
import type { RestoreRequest } from '../request.ts'
import { phases } from '../restorer.ts'
import { type StateItem, treeOf, walkTree } from '../state.ts'
import type { Step } from '../steps.ts'
import { storedDocument } from './body.ts'
import { bodyDiffers, fieldsDiffer } from './compare-page.ts'
import { findReferences } from './references.ts'
import { type ContentWork, editBodies, fillWhole, writeMissing } from './work.ts'

export function planContent(planning: Planning, kind: Kind): void {
  for (const owner of planning.source.list(kind))
    planning.alone(owner, () =>
      kind === 'change-request' ? planDraft(planning, owner) : planOwner(planning, owner),
    )
}

/** A draft starts from the content that the space has then: what it says differently is written into it. */
function planDraft(planning: Planning, owner: StateItem): void {
  const { matches, coming, chosen } = planning
  const target = matches.target(owner)
  const ours = target === null ? coming.has(nameOf(owner)) : matches.ids.of(owner)?.made === true
  if (!ours || owner.parent === null || planning.undeletable.has(owner.parent.path)) return
  const items = contentsOf(planning, owner).filter(
    item => chosen.has(item) && !isWritten(planning, owner, item),
  )
  const missing = items.filter(item => mainOf(planning, owner, item) === undefined)
  if (planning.facing.writer === 'batch')
    for (const item of items.filter(one => one.kind.endsWith('reusable-content')))
      if (!missing.includes(item)) impossible(planning, item, 'it stands in the pages that show it')
  const edited = items.filter(item => {
    const main = mainOf(planning, owner, item)
    return main !== undefined && item.kind === 'change-request-page' && saysOther(item, main)
  })
  planParts(planning, owner, missing, edited)
}

function mainOf({ source }: Planning, { parent }: StateItem, item: StateItem): StateItem | undefined {
  return source.at(item.kind.replace('change-request-', ''), `${parent?.path}/${item.id}`)
}

function saysOther(item: StateItem, main: StateItem): boolean {
  const bodies = ({ resource }: StateItem) => resource.parts.map(part => part.digest).join()
  return bodies(item) !== bodies(main) || fieldsDiffer(item, main)
}

/** By an earlier life of the run. */
function isWritten({ matches, source, target }: Planning, owner: StateItem, item: StateItem): boolean {
  const there = matches.target(item)
  if (there === null) return false
  if (item.kind !== 'change-request-page') return true
  const reading = { source, ids: matches.ids, urlsOf: () => null }
  return !bodyDiffers(reading, owner, item, { state: target, item: there }) && !fieldsDiffer(item, there)
}

function planOwner(planning: Planning, owner: StateItem): void {
  const { matches, chosen, coming, undeletable } = planning
  const items = contentsOf(planning, owner)
  if (items.length === 0 || items.every(item => !chosen.has(item))) return
  const target = matches.target(owner)
  if (target === null && !coming.has(nameOf(owner))) {
    for (const item of items.filter(chosen.has)) impossible(planning, item, `its ${owner.kind} is not there`)
    return
  }
  // What is undeleted comes back with its content, under the old ids.
  if (target === null && undeletable.has(owner.path)) return
  const missing = items.filter(item => chosen.has(item) && matches.target(item) === null)
  const whole = owner.kind === 'space' && (target === null || isEmpty(planning, target))
  if (whole && missing.length === items.length) {
    planWhole(planning, owner, items)
    return
  }
  const edited = editedPages(planning, owner, missing)
  planParts(planning, owner, missing, edited)
}

function contentsOf({ source }: Planning, owner: StateItem): StateItem[] {
  const prefix = owner.kind === 'space' ? '' : `${owner.kind}-`
  return [
    ...[...walkTree(treeOf(source, owner))].map(node => node.item),
    ...source.list(`${prefix}file`, owner),
    ...source.list(`${prefix}reusable-content`, owner),
  ]
}

function isEmpty({ target }: Planning, space: StateItem): boolean {
  return ['page', 'page-group', 'file'].every(kind => target.list(kind, space).length === 0)
}

function planWhole(planning: Planning, owner: StateItem, items: readonly StateItem[]): void {
  const { facing } = planning
  for (const item of items) {
    if (facing.writer === 'batch' && item.kind === 'reusable-content')
      impossible(planning, item, 'no operation makes it: its content stands in the pages that show it')
    else planning.coming.add(nameOf(item))
  }
  const work: ContentWork = {
    owner,
    missing: items,
    edited: [],
    merge: planning.request.asChangeRequest !== true,
  }
  const words = countWords(items)
  addWritten(planning, items)
  if (facing.writer === 'import') {
    push(planning, owner, 'import', 'whole', phases.skeletons, `${words}, as a bundle`, 3, doing =>
      fillWhole(doing, work),
    )
    return
  }
  const pages = items.filter(item => item.kind === 'page')
  const batches = Math.ceil(items.length / 50)
  push(
    planning,
    owner,
    'import',
    'skeleton',
    phases.skeletons,
    `${words}: files and empty pages`,
    3 + batches,
    doing => writeMissing(doing, work),
  )
  push(
    planning,
    owner,
    'import',
    'bodies',
    phases.bodies,
    `the bodies of ${pages.length} pages`,
    2 + Math.ceil(pages.length / 50),
    doing => editBodies(doing, work),
  )
}

function planParts(
  planning: Planning,
  owner: StateItem,
  missing: readonly StateItem[],
  edited: readonly StateItem[],
): void {
  const { facing, request } = planning
  const contents = missing.filter(item => item.kind.endsWith('reusable-content'))
  const rest = missing.filter(item => !contents.includes(item))
  const apart = facing.writer === 'batch' || rest.length === 0
  for (const item of apart ? contents : [])
    impossible(planning, item, 'no operation makes it alone: it stays in the pages that show it')
  const made = apart ? rest : missing
  if (made.length === 0 && edited.length === 0) return
  for (const item of made) planning.coming.add(nameOf(item))
  const merge = request.asChangeRequest !== true && owner.kind === 'space'
  const work: ContentWork = { owner, missing: made, edited, merge }
  addWritten(planning, [...made, ...edited])
  const where = merge ? 'through a change request that is merged' : 'into a change request that stays open'
  const needs = 2 + Math.ceil(made.length / 50)
  if (made.length > 0)
    push(
      planning,
      owner,
      'import',
      'missing',
      phases.skeletons,
      `${countWords(made)} missing, ${where}`,
      needs,
      doing => writeMissing(doing, work),
    )
  if (edited.length === 0 && facing.writer !== 'batch') return
  push(
    planning,
    owner,
    'update',
    'edited',
    phases.bodies,
    `${edited.length === 1 ? '1 page' : `${edited.length} pages`} to change, ${where}`,
    2 + edited.length,
    doing => editBodies(doing, work),
  )
}

/** Pages that differ, and those that name a file or page that gets a new id. */
function editedPages(planning: Planning, owner: StateItem, missing: readonly StateItem[]): StateItem[] {
  const { chosen, matches, request, source, target } = planning
  const makes = (item: StateItem) =>
    planning.facing.writer !== 'batch' || !item.kind.endsWith('reusable-content')
  const renewed = new Set(missing.filter(makes).map(item => item.id))
  const free =
    owner.kind !== 'space' || matches.ids.of(owner)?.made === true || request.asChangeRequest === true
  const reading = { source, ids: matches.ids, urlsOf: () => null }
  const edited: StateItem[] = []
  const kind = owner.kind === 'space' ? 'page' : `${owner.kind}-page`
  const look = (item: StateItem) => {
    const there = matches.target(item)
    if (there === null) return
    const names = renewed.size > 0 && namesOneOf(planning, item, renewed)
    if (names && chosen.named.size > 0) {
      edited.push(item)
      return
    }
    if (!chosen.has(item)) return
    const differs =
      names || bodyDiffers(reading, owner, item, { state: target, item: there }) || fieldsDiffer(item, there)
    if (!differs) return
    if (free || names || request.onConflict === 'update') edited.push(item)
    else
      planning.skipped.push({
        kind: item.kind,
        source: item.path,
        label: labelOf(item),
        reason: leftWords(request),
      })
  }
  for (const item of source.list(kind, owner)) planning.alone(item, () => look(item))
  return edited
}

function leftWords({ onConflict }: RestoreRequest): string {
  return onConflict === 'copy'
    ? 'it differs, and a page alone is not copied: try --as-change-request, or --on-conflict update'
    : 'it differs: left as it is'
}

function namesOneOf({ source }: Planning, item: StateItem, ids: ReadonlySet<string>): boolean {
  const document = storedDocument({ source }, item)
  return document !== null && findReferences(document).some(one => ids.has(one.id))
}

function push(
  planning: Planning,
  owner: StateItem,
  action: Step['action'],
  part: string,
  phase: number,
  reason: string,
  requests: number,
  run: Step['run'],
): void {
  planning.steps.push({
    name: `content ${part} ${nameOf(owner)}`,
    action,
    kind: owner.kind,
    source: owner.path,
    label: labelOf(owner),
    reason,
    phase: owner.kind === 'space' ? phase : phases.changeRequests,
    requests,
    run,
  })
}

function addWritten({ written }: Planning, items: readonly StateItem[]): void {
  for (const item of items) if (item.kind.endsWith('page')) written.add(item)
}

function impossible(planning: Planning, item: StateItem, reason: string): void {
  planning.impossible.push({ kind: item.kind, source: item.path, label: labelOf(item), reason })
}

function countWords(items: readonly StateItem[]): string {
  const counts = new Map<string, number>()
  for (const { kind } of items) {
    const name = kind.replace('change-request-', '')
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')
}
