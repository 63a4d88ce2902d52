/**
 * What of the pages that are there is to become as the snapshot has it: settings, bodies, places, and links to what comes
 * back under another id. Compared as the read-back compares; what this way of writing cannot set is announced.
 */

import { textOf } from '../../model/fields.ts'
import { giveWay } from '../../model/give-way.ts'
import { lazily } from '../../model/lazily.ts'
import { isTree, kindInSpace, kindUnder } from '../../resources/drafts.ts'
import type { Reference } from '../../space/references.ts'
import { compareItem, linksElsewhere } from '../match/compare-item.ts'
import { resolves } from '../match/resolves.ts'
import { labelOf } from '../naming.ts'
import { LEFT } from '../plan/left-as-it-is.ts'
import type { PlanBasis, Planning } from '../plan/planning.ts'
import type { PlannedChange } from '../plan/steps.ts'
import { isEmptied } from '../read/screened-vault.ts'
import type { RestoreRequest } from '../request.ts'
import { isUntouched, type StateItem, treeOf, walkTree } from '../state.ts'
import { isBrought } from './brought-page.ts'
import { capabilityNamed, capabilityOf, type Way, wayOf } from './capabilities.ts'
import type { Edit } from './edit-pages.ts'
import { bodyNamesOneOf } from './names-one-of.ts'
import { settingChanges } from './page-settings.ts'
import { loseDeadLinks, loseOfBody, pathsOf } from './plan-losses.ts'
import { movedItems, movedWords } from './plan-places.ts'
import { lostWithRenewed, namesRenewed, whyLostAsRenewed } from './renewed.ts'

export interface InPlace {
  edited: Edit[]
  moved: StateItem[]
  changes: PlannedChange[]
}

interface Looking extends Planning {
  owner: StateItem
  way: Way
  /** Ids of what comes back under others. */
  renewed: ReadonlySet<string>
  moved: ReadonlySet<StateItem>
  /** Of the content of the snapshot, and of what is there: Markdown leads to whatever stands at a path. */
  paths: () => Promise<Awaited<ReturnType<typeof pathsOf>>[]>
  /** Whatever is there may become as the snapshot has it. */
  free: boolean
  found: InPlace
}

export async function planInPlace(
  planning: Planning,
  owner: StateItem,
  missing: readonly StateItem[],
): Promise<InPlace> {
  const { basis, plan } = planning
  const { matches, request, source, profile } = basis
  const way = wayOf(profile)
  const makes = (item: StateItem) => way !== 'batch' || kindInSpace(item.kind) !== 'reusable-content'
  const place = matches.target(owner)
  const looking: Looking = {
    ...planning,
    owner,
    way,
    renewed: new Set(missing.filter(makes).map(item => item.id)),
    moved: movedItems(basis, owner, missing),
    free:
      matches.ids.of(owner)?.made === true ||
      request.asChangeRequest === true ||
      request.onConflict === 'update',
    found: { edited: [], moved: [], changes: [] },
    paths: lazily(async () => [
      await pathsOf(source, owner),
      ...(place ? [await pathsOf(basis.target, place)] : []),
    ]),
  }
  // A space has thousands of pages, and each is compared with what is there.
  for (const { item } of walkTree(treeOf(source, owner))) {
    await giveWay()
    if (!isEmptied(source.vault, item)) await plan.aloneInTurns(item, () => look(looking, item))
  }
  for (const item of besidePages(basis, owner)) {
    await giveWay()
    plan.alone(item, () => loseWhatDiffers(looking, item))
  }
  return looking.found
}

/** What of a space is no page: no service changes it where it is there. */
function besidePages({ source }: PlanBasis, owner: StateItem): StateItem[] {
  return (['file', 'reusable-content', 'revision'] as const).flatMap(kind =>
    source.list(kindUnder(owner.kind, kind), owner),
  )
}

function loseWhatDiffers(looking: Looking, item: StateItem): void {
  const { basis, plan, owner, way } = looking
  const there = isTree(item.kind) ? revisionOf(looking) : basis.matches.target(item)
  if (there === null || !basis.chosen.has(item)) return
  for (const property of differingIn(looking, item, there)) {
    const { kind, inPlace } = capabilityNamed(property)
    // Its reusable contents are compared one by one.
    if (kind !== 'page' && property !== 'reusable content')
      plan.losses.add(owner, item, property, inPlace[way].words)
  }
}

function revisionOf({ basis, owner }: Looking): StateItem | null {
  const there = basis.matches.target(owner)
  return there === null ? null : (basis.target.list(kindUnder(owner.kind, 'revision'), there)[0] ?? null)
}

async function look(looking: Looking, item: StateItem): Promise<void> {
  const { basis, plan, renewed, free, moved, found } = looking
  const there = basis.matches.target(item)
  if (there === null) return
  const names = renewed.size > 0 && bodyNamesOneOf(basis, item, renewed)
  const differing = basis.chosen.has(item) ? differingIn(looking, item, there) : []
  const isMoved = moved.has(item) && basis.chosen.has(item)
  const mayChange = free || basis.matches.ids.of(item)?.made === true
  // What no operation could change is lost, and not left: only that differs between a copy and what it is a copy of.
  const changeable = differing.some(
    property => property === 'body' || isChangeable(looking, item, there, property),
  )
  if ((changeable || isMoved) && !mayChange) {
    plan.skipped.push({
      kind: item.kind,
      source: item.path,
      label: labelOf(item),
      reason: leftWords(basis.request, differing, isMoved),
    })
    if (names) await relink(looking, item, there)
    return
  }
  const words = isMoved ? movedBack(looking, item, there) : []
  const settled = await settle(looking, item, there, differing)
  const body = settled.body ? 'snapshot' : null
  if (body === null && names && (basis.chosen.has(item) || basis.chosen.named.size > 0))
    await relink(looking, item, there)
  // A cover that shows what comes back under another id shows nothing, and what leads to it leads nowhere.
  for (const [property, why] of lostWithRenewed(looking, item))
    plan.losses.add(looking.owner, item, property, why)
  if (settled.settings || body !== null || settled.revert) {
    found.edited.push({ item, settings: settled.settings, body, revert: settled.revert })
    words.push(...settled.words)
  }
  if (words.length > 0)
    found.changes.push({ source: item.path, label: labelOf(item), words: words.join('; ') })
}

/** Properties, as the read-back would name them. */
function differingIn({ basis }: Looking, item: StateItem, there: StateItem): string[] {
  if (isUntouched(item, basis.source, basis.target)) return []
  const fields = compareItem(basis, item, there)
  return [...new Set(fields.flatMap(field => capabilityOf(item.kind, field)?.property ?? []))]
}

function movedBack({ basis, plan, owner, way, found }: Looking, item: StateItem, there: StateItem): string[] {
  const { reach, words } = capabilityNamed('place').inPlace[way]
  if (reach !== 'yes') {
    plan.losses.add(owner, item, 'place', words)
    return []
  }
  found.moved.push(item)
  return [movedWords(basis, owner, item, there)]
}

/** What of it can be set, and what is lost. */
async function settle(looking: Looking, item: StateItem, there: StateItem, differing: readonly string[]) {
  const { basis, plan, owner, way } = looking
  const settled = { settings: false, body: false, revert: false, words: [] as string[] }
  if (differing.length === 0) return settled
  const changes = settingChanges(item, there.json)
  const isRevertible = mayRevert(looking, item, there)
  // What it leads to has new ids: put back, its body has to be written on top.
  const isRewritten = isRevertible && namesRenewed(looking, item)
  for (const property of differing) {
    const cell = capabilityNamed(property).inPlace[way]
    const whyRenewed = cell.reach === 'revert' ? whyLostAsRenewed(looking, item, property) : null
    if (whyRenewed !== null) {
      plan.losses.add(owner, item, property, whyRenewed)
      continue
    }
    // A batch sets, but does not take away.
    const unset = way === 'batch' && isSetting(property) && !(property in changes)
    const reach = cell.reach === 'yes' && unset ? 'revert' : cell.reach
    const isMarkdown = property === 'Markdown' || property === 'heading of the Markdown'
    const isBack = isRevertible && !(isMarkdown && isRewritten)
    if (property === 'links' && reach === 'yes') {
      if (canMendLinks(looking, item, there)) {
        settled.body = true
        settled.words.push('its links')
      } else plan.losses.add(owner, item, property, LINKS_STAY)
      continue
    }
    if (property === 'body' && (reach === 'yes' || !isBrought(basis, owner, item))) settled.body = true
    if (reach === 'no' || (reach === 'revert' && !isBack)) {
      const why = unset ? 'no operation of this service takes it away' : cell.words
      plan.losses.add(owner, item, property, why)
      if (property !== 'body' || !settled.body) continue
    }
    if (reach === 'revert') settled.revert = true
    else if (property !== 'body') settled.settings = true
    settled.words.push(wordsFor(property, item, there))
  }
  if (settled.body && isRevertible) settled.revert = true
  if (settled.revert && isRewritten) settled.body = true
  const isWritten = settled.body || (way === 'page-import' && settled.settings)
  if (isWritten && (!settled.revert || isRewritten)) await loseWritten(looking, item, there)
  return settled
}

function isChangeable(looking: Looking, item: StateItem, there: StateItem, property: string): boolean {
  const { reach } = capabilityNamed(property).inPlace[looking.way]
  if (reach === 'revert' && whyLostAsRenewed(looking, item, property) !== null) return false
  return reach === 'yes' || (reach === 'revert' && mayRevert(looking, item, there))
}

/** The platform keeps what a page was by its id. */
function mayRevert({ basis, owner, way }: Looking, item: StateItem, there: StateItem): boolean {
  return way === 'batch' && basis.profile.home && there.id === item.id && owner.kind === 'space'
}

const LINKS_STAY = 'no Markdown leads to what there is not: they stay as they are now'

/** Markdown cannot lead to what is not there. */
function canMendLinks({ basis, way }: Looking, item: StateItem, there: StateItem): boolean {
  const { source, target } = basis
  const isAlive = (reference: Reference) =>
    reference.kind === 'page' || resolves(source, item, reference) || resolves(target, there, reference)
  return way === 'batch' || linksElsewhere(basis, item, there).some(isAlive)
}

function isSetting(property: string): boolean {
  return ['slug', 'emoji', 'icon', 'condition'].includes(property)
}

function wordsFor(property: string, { json }: StateItem, there: StateItem): string {
  const [before, after] = [textOf(there.json[property]), textOf(json[property])]
  if (before === null && after === null) return property
  return `${property} ${before === null ? 'none' : `"${before}"`} → ${after === null ? 'none' : `"${after}"`}`
}

/** Its links, and nothing else of what somebody may have written since. A link of the table of contents has no body. */
async function relink(looking: Looking, item: StateItem, there: StateItem): Promise<void> {
  if (item.json.type === 'link') return
  const { plan, way, found } = looking
  const { reach, words } = capabilityNamed('links').inPlace[way]
  const isOurs = way === 'batch' || !differingIn(looking, item, there).includes('body')
  if (reach !== 'yes' || !isOurs) {
    const reason = isOurs
      ? words
      : 'it links to what comes back under a new id, and its body was changed since'
    plan.impossible.push({ kind: item.kind, source: item.path, label: labelOf(item), reason })
    return
  }
  await loseWritten(looking, item, there)
  found.edited.push({ item, settings: false, body: 'links', revert: false })
  found.changes.push({ source: item.path, label: labelOf(item), words: 'its links to what has a new id' })
}

async function loseWritten(looking: Looking, item: StateItem, there: StateItem): Promise<void> {
  const { owner, paths } = looking
  loseOfBody(looking, owner, item, { there, paths: await paths() })
  loseDeadLinks(looking, owner, item)
}

function leftWords({ onConflict }: RestoreRequest, differing: readonly string[], isMoved: boolean): string {
  if (differing.length === 0) return LEFT.moved
  if (onConflict === 'copy')
    return 'it differs, and a page alone is not copied: try --as-change-request, or --on-conflict update'
  return isMoved ? LEFT.differsAndMoved : LEFT.differs
}
