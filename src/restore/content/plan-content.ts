/**
 * Plans pages, files and reusable contents of spaces and drafts. A space that has nothing is filled as a whole; in one
 * that has content, only what is missing or (where that is wished for) differs is written, through a change request.
 */

import { setImmediate as turn } from 'node:timers/promises'
import { DamageFound } from '../../model/errors.ts'
import { giveWay } from '../../model/give-way.ts'
import { plural } from '../../model/plural.ts'
import type { Kind } from '../../model/resource.ts'
import { kindInSpace, kindUnder, NODES } from '../../resources/drafts.ts'
import { phases } from '../kinds/restorer.ts'
import { labelOf, nameOf } from '../naming.ts'
import type { PlanBasis, PlanDraft, Planning } from '../plan/planning.ts'
import type { PlannedChange, Step } from '../plan/steps.ts'
import { absenceOf } from '../read/named-items.ts'
import { unreadIn } from '../read/screened-vault.ts'
import { type OrganizationState, type StateItem, treeOf, walkTree } from '../state.ts'
import { whyUnsaid } from './bundle-links.ts'
import { type PartWay, wayOf } from './capabilities.ts'
import { bodyDiffers, settingsDiffer } from './compare-page.ts'
import { countWords } from './count-words.ts'
import { loseCovers } from './cover-losses.ts'
import { FROM_BASE, isFromBase } from './draft-base.ts'
import { loseOfEdits, mainOf } from './draft-losses.ts'
import { type InPlace, planInPlace } from './plan-in-place.ts'
import { loseLinks, loseOfNew, loseOfSpace } from './plan-losses.ts'
import { losePlaces } from './plan-places.ts'
import { planReplace } from './plan-replace.ts'
import { loseTakenPlaces } from './taken-places.ts'
import { type ContentWork, editBodies, fillWhole, writeMissing } from './work.ts'

export async function planContent(planning: Planning, kind: Kind): Promise<void> {
  const { basis, plan } = planning
  for (const owner of basis.source.list(kind)) {
    await turn()
    const planIt = kind === 'change-request' ? planDraft : planOwner
    await plan.aloneInTurns(owner, () => planIt(planning, owner))
  }
}

/** A draft starts from the content that the space has then: what it says differently is written into it. */
async function planDraft(planning: Planning, owner: StateItem): Promise<void> {
  const { basis, plan } = planning
  const { matches, chosen } = basis
  const { coming } = plan
  const target = matches.target(owner)
  const ours = target === null ? coming.has(owner) : matches.ids.of(owner)?.made === true
  if (!ours || owner.parent === null || basis.undeletable.has(owner.parent.path)) return
  const wanted = contentsOf(basis.source, owner).filter(item => chosen.has(item))
  const outdated = new Set(wanted.filter(item => isFromBase(basis.source, item)))
  for (const item of outdated) plan.losses.add(owner, item, 'content of the space', FROM_BASE)
  const items = wanted.filter(item => !outdated.has(item) && !isWritten(basis, owner, item))
  const missing = items.filter(item => mainOf(basis, owner, item) === undefined)
  const way = wayOf(basis.profile)
  if (way === 'git') {
    const isOwn = (item: StateItem) => saysOther(item, mainOf(basis, owner, item) ?? null)
    for (const item of items.filter(isOwn)) impossible(plan, item, NO_DRAFTS)
    return
  }
  if (basis.profile.writer === 'batch')
    for (const item of items.filter(item => kindInSpace(item.kind) === 'reusable-content'))
      if (!missing.includes(item)) impossible(plan, item, 'it stands in the pages that show it')
  const edited = items.filter(item => {
    const main = mainOf(basis, owner, item)
    return main !== undefined && item.kind === 'change-request-page' && saysOther(item, main)
  })
  const edits = edited.map(item => ({ item, settings: true, body: 'snapshot' as const, revert: false }))
  loseOfEdits(planning, owner, items)
  loseTakenPlaces(planning, owner, items, missing)
  await planParts(planning, owner, { missing, way, edited: edits, moved: [], changes: [] })
}

const NO_DRAFTS = 'this service takes content into spaces only, not into change requests'

function saysOther(item: StateItem, main: StateItem | null): boolean {
  if (main === null) return true
  const bodies = ({ resource }: StateItem) => resource.parts.map(part => part.digest).join()
  return bodies(item) !== bodies(main) || settingsDiffer(item, main)
}

/** By an earlier life of the run. */
function isWritten({ matches, source, target }: PlanBasis, owner: StateItem, item: StateItem): boolean {
  const there = matches.target(item)
  if (there === null) return false
  if (item.kind !== 'change-request-page') return true
  const reading = { source, ids: matches.ids, urlsOf: () => null }
  return !bodyDiffers(reading, owner, item, { state: target, item: there }) && !settingsDiffer(item, there)
}

async function planOwner(planning: Planning, owner: StateItem): Promise<void> {
  const { basis, plan } = planning
  const { matches, chosen, undeletable } = basis
  const { coming } = plan
  const way = wayOf(basis.profile)
  const all = contentsOf(basis.source, owner)
  // What goes goes with the whole: nothing needs to be chosen for that.
  if (way !== 'git' && !all.some(chosen.has)) return
  const target = matches.target(owner)
  if (target === null && !coming.has(owner)) {
    for (const item of all.filter(chosen.has)) impossible(plan, item, absenceOf(owner))
    return
  }
  // What is undeleted comes back with its content, under the old ids.
  if (target === null && undeletable.has(owner.path)) return
  if (way === 'git') {
    if (target !== null) assertRead(basis, owner)
    if (all.length > 0) await planReplace(planning, owner, all)
    return
  }
  const items = all.filter(item => !isLeftOut(planning, item))
  const missing: StateItem[] = []
  for (const item of items) {
    await giveWay()
    if (chosen.has(item) && matches.target(item) === null) missing.push(item)
  }
  const whole = owner.kind === 'space' && (target === null || isEmpty(basis, target))
  if (whole && missing.length === items.length) {
    await planWhole(planning, owner, items, way)
    return
  }
  await giveWay()
  const inPlace = await planInPlace(planning, owner, missing)
  await giveWay()
  await planParts(planning, owner, { missing, way, ...inPlace })
}

/** The whole would go for what may be less. Throws DamageFound. */
function assertRead({ source }: PlanBasis, owner: StateItem): void {
  const unread = unreadIn(source.vault)?.find(unread => unread.owner === owner.path)
  if (unread) throw new DamageFound(`${unread.kind} ${unread.label}: ${unread.reason}`)
}

/** Of what is missing: a link that the way does not say. */
function isLeftOut({ basis, plan }: Planning, item: StateItem): boolean {
  const why = basis.matches.target(item) === null ? whyUnsaid(wayOf(basis.profile), item) : null
  if (why !== null && basis.chosen.has(item)) impossible(plan, item, why)
  return why !== null
}

function contentsOf(source: OrganizationState, owner: StateItem): StateItem[] {
  return [
    ...[...walkTree(treeOf(source, owner))].map(node => node.item),
    ...source.list(kindUnder(owner.kind, 'file'), owner),
    ...source.list(kindUnder(owner.kind, 'reusable-content'), owner),
  ]
}

function isEmpty({ target }: PlanBasis, space: StateItem): boolean {
  return !([...NODES, 'file'] as const).some(kind => target.isAny(kind, space))
}

async function planWhole(
  planning: Planning,
  owner: StateItem,
  items: readonly StateItem[],
  way: PartWay,
): Promise<void> {
  const { basis, plan } = planning
  const { profile, source } = basis
  for (const item of items) {
    if (profile.writer === 'batch' && item.kind === 'reusable-content')
      impossible(plan, item, 'no operation makes it: its content stands in the pages that show it')
    else plan.coming.add(item)
  }
  const work: ContentWork = {
    way,
    owner,
    missing: () => contentsOf(source, owner).filter(item => whyUnsaid(way, item) === null),
    edited: [],
    moved: [],
    merge: basis.request.asChangeRequest !== true,
  }
  await loseOfNew(planning, owner, items)
  loseOfSpace(planning, owner)
  const words = countWords(items)
  addWritten(plan, items)
  if (profile.writer === 'import') {
    push(plan, owner, {
      part: 'whole',
      action: 'import',
      reason: `${words}, as a bundle`,
      phase: phases.skeletons,
      requests: 3,
      run: session => fillWhole(session, work),
    })
    return
  }
  const pages = items.filter(item => item.kind === 'page')
  const batches = Math.ceil(items.length / 50)
  push(plan, owner, {
    part: 'skeleton',
    action: 'import',
    reason: `${words}: files and empty pages`,
    phase: phases.skeletons,
    requests: 3 + batches,
    run: session => writeMissing(session, work),
  })
  push(plan, owner, {
    part: 'bodies',
    action: 'import',
    reason: `the bodies of ${plural(pages.length, 'page')}`,
    phase: phases.bodies,
    requests: 2 + Math.ceil(pages.length / 50),
    run: session => editBodies(session, work),
  })
}

interface Parts extends InPlace {
  missing: readonly StateItem[]
  way: PartWay
}

async function planParts(planning: Planning, owner: StateItem, parts: Parts): Promise<void> {
  const { missing, edited, moved, changes, way } = parts
  const { basis, plan } = planning
  const { request } = basis
  const made = makable(planning, missing)
  if (made.length + edited.length + moved.length === 0) return
  for (const item of made) plan.coming.add(item)
  const merge = request.asChangeRequest !== true && owner.kind === 'space'
  const work: ContentWork = { way, owner, missing: () => made, edited, moved, merge }
  addWritten(plan, [...made, ...edited.map(edit => edit.item)])
  for (const { item, settings, body } of edited) if (body === 'links' && !settings) plan.relinked.add(item)
  await loseOfNew(planning, owner, made)
  losePlaces(planning, owner, made)
  loseLinks(planning, made)
  loseCovers(planning, owner, made)
  const where = merge ? 'through a change request that is merged' : 'into a change request that stays open'
  const structure = [...(made.length > 0 ? [`${countWords(made)} missing`] : []), ...movedCount(moved)]
  if (structure.length > 0)
    push(plan, owner, {
      part: 'missing',
      action: 'import',
      reason: `${structure.join(', ')}, ${where}`,
      phase: phases.skeletons,
      requests: 3 + Math.ceil((made.length + moved.length) / 50),
      run: session => writeMissing(session, work),
    })
  if (edited.length === 0 && way === 'import') return
  push(plan, owner, {
    part: 'edited',
    action: 'update',
    reason: `${edited.length > 0 ? `${plural(edited.length, 'page')} to change` : 'the bodies of what comes back'}, ${where}`,
    phase: phases.bodies,
    requests: 2 + edited.length,
    run: session => editBodies(session, work),
    changes,
  })
}

/** Reusable contents come with pages, in a bundle, or not at all. */
function makable({ basis, plan }: Planning, missing: readonly StateItem[]): readonly StateItem[] {
  const contents = missing.filter(item => kindInSpace(item.kind) === 'reusable-content')
  const rest = missing.filter(item => !contents.includes(item))
  if (basis.profile.writer !== 'batch' && rest.length > 0) return missing
  for (const item of contents)
    impossible(plan, item, 'no operation makes it alone: it stays in the pages that show it')
  return rest
}

function movedCount(moved: readonly StateItem[]): string[] {
  if (moved.length === 0) return []
  return [`${plural(moved.length, 'page')} to move back`]
}

interface ContentStep extends Pick<Step, 'action' | 'reason' | 'phase' | 'requests' | 'run'> {
  /** What of the content it writes; names the step. */
  part: 'whole' | 'skeleton' | 'bodies' | 'missing' | 'edited'
  changes?: PlannedChange[]
}

function push(plan: PlanDraft, owner: StateItem, step: ContentStep): void {
  const { part, action, reason, phase, requests, changes = [], run } = step
  plan.steps.push({
    name: `content ${part} ${nameOf(owner)}`,
    action,
    kind: owner.kind,
    source: owner.path,
    label: labelOf(owner),
    reason,
    phase: owner.kind === 'space' ? phase : phases.changeRequests,
    requests,
    ...(owner.kind === 'space' ? { fills: owner.path } : {}),
    ...(changes.length > 0 ? { changes } : {}),
    run,
  })
}

function addWritten({ written }: PlanDraft, items: readonly StateItem[]): void {
  for (const item of items) if (kindInSpace(item.kind) === 'page') written.add(item)
}

function impossible(plan: PlanDraft, item: StateItem, reason: string): void {
  plan.impossible.push({ kind: item.kind, source: item.path, label: labelOf(item), reason })
}
