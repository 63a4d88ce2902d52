/**
 * The plan: a comparison of two states, the snapshot's and the target's, and nothing else; pure. Every kind is planned
 * the same way from its declaration in `kinds/`, content of spaces and drafts by `content/plan-content.ts`.
 */
import { canonicalJson } from '../model/digest.ts'
import type { Kind } from '../model/resource.ts'
import { resources } from '../resources/index.ts'
import { type Chosen, chosenOf } from './choice.ts'
import { planContent } from './content/plan-content.ts'
import { planDeletions } from './deletions.ts'
import { type Doing, NotMapped } from './doing.ts'
import { findMade } from './find.ts'
import { type MapId, sameId } from './ids.ts'
import { restorers } from './kinds/index.ts'
import type { Matches } from './match.ts'
import { creationOf, labelOf, nameOf } from './naming.ts'
import type { RestoreRequest } from './request.ts'
import type { Facing, Made, Restorer, Setting } from './restorer.ts'
import type { OrganizationState, StateItem } from './state.ts'
import type { Plan, Skipped, Step } from './steps.ts'

export interface PlanRequest {
  source: OrganizationState
  target: OrganizationState
  /** The target as it was when the run began. */
  begun: OrganizationState
  matches: Matches
  request: RestoreRequest
  facing: Facing
  /** Spaces of the source that the platform still keeps, deleted, under their old ids. */
  undeletable: ReadonlySet<string>
  /** Digest of the target's state. */
  state: string
  /** From earlier measurements, for the estimate. */
  requestsPerSecond: number
}

export interface Planning extends PlanRequest {
  chosen: Chosen
  steps: Step[]
  skipped: Skipped[]
  impossible: Skipped[]
  /** Source paths, by kind, of what will be there after the steps so far. */
  coming: Set<string>
  /** The target has nothing of its own yet: its settings are restored too. */
  empty: boolean
}

export function makePlan(wanted: PlanRequest): Plan {
  const { source, target, begun, request } = wanted
  const coming = new Set<string>()
  const map: MapId = (kind, id) =>
    wanted.matches.map(kind, id) ?? (isComing(coming, source, kind, id) ? `coming ${id}` : null)
  const planning: Planning = {
    ...wanted,
    facing: { ...wanted.facing, map },
    chosen: chosenOf(source, request),
    steps: [],
    skipped: [],
    impossible: [],
    coming,
    empty: isEmpty(begun),
  }
  for (const restorer of restorers) {
    for (const item of source.list(restorer.kind)) planItem(planning, restorer, item)
    if (restorer.kind === 'space' || restorer.kind === 'change-request') planContent(planning, restorer.kind)
  }
  planArchiveOnly(planning)
  planDeletions(planning)
  const steps = planning.steps.toSorted((a, b) => a.phase - b.phase)
  const requests = steps.reduce((sum, step) => sum + step.requests, 0)
  return {
    snapshot: request.snapshot,
    organization: request.to,
    before: target.snapshot,
    state: wanted.state,
    steps,
    skipped: planning.skipped,
    impossible: planning.impossible,
    unmapped: [],
    requests,
    estimateMs: Math.round((requests / wanted.requestsPerSecond) * 1000),
  }
}

function isComing(coming: ReadonlySet<string>, source: OrganizationState, kind: Kind, id: string): boolean {
  const wanted = kind === 'user' ? 'member' : kind
  const item = source.byId(wanted, id)
  return item !== undefined && coming.has(nameOf(item))
}

function isEmpty(target: OrganizationState): boolean {
  return ['collection', 'site', 'page', 'file', 'team'].every(kind => target.list(kind).length === 0)
}

function planItem(planning: Planning, restorer: Restorer, item: StateItem): void {
  const { chosen, matches, request } = planning
  if (!chosen.has(item)) return
  if (comesBack(planning, item.parent)) {
    planning.coming.add(nameOf(item))
    return
  }
  const target = matches.target(item)
  const ours = matches.ids.of(item)?.made === true
  if (target === null) {
    planCreation(planning, restorer, item)
    return
  }
  planning.coming.add(nameOf(item))
  const free = ours || isUnderOurs(planning, item) || isFresh(planning, item)
  const copying = request.onConflict === 'copy' && !free && restorer.create && item.kind !== 'organization'
  const differing = (restorer.settings ?? []).filter(setting => differs(planning, setting, item, target))
  if (differing.length === 0) return
  if (copying) {
    planCreation(planning, restorer, item)
    return
  }
  for (const setting of differing) planSetting(planning, setting, item, target, free)
}

/** What stands under a space that is undeleted comes back with it. */
function comesBack({ undeletable }: Planning, above: StateItem | null): boolean {
  for (let one = above; one !== null; one = one.parent)
    if (one.kind === 'space' && undeletable.has(one.path)) return true
  return false
}

/** Whatever stands under something that this run made came with it. */
function isUnderOurs({ matches }: Planning, { parent }: StateItem): boolean {
  return parent !== null && parent.kind !== 'organization' && matches.ids.of(parent)?.made === true
}

/** The settings of an organization that has nothing yet are as free as those of something new. */
function isFresh({ empty, chosen, facing }: Planning, item: StateItem): boolean {
  return item.kind === 'organization' && ((empty && !facing.home && chosen.all) || chosen.named.has(item))
}

function differs(planning: Planning, setting: Setting, item: StateItem, target: StateItem): boolean {
  const { matches, request } = planning
  if (setting.asked?.(request) === false) return false
  const wanted = setting.fields(item, matches.map)
  const there = setting.fields(target, sameId)
  return Object.keys(wanted).some(
    key => canonicalJson(wanted[key] ?? null) !== canonicalJson(there[key] ?? null),
  )
}

function planSetting(
  planning: Planning,
  setting: Setting,
  item: StateItem,
  target: StateItem,
  free: boolean,
): void {
  const { request, matches } = planning
  const label = labelOf(item)
  const about = { kind: item.kind, source: item.path, label }
  if (!free && request.onConflict !== 'update') {
    planning.skipped.push({ ...about, reason: `its ${setting.name} differ: left as it is` })
    return
  }
  const wanted = setting.fields(item, matches.map)
  if (!free && setting.widens?.(setting.fields(target, sameId), wanted)) {
    planning.skipped.push({
      ...about,
      reason: `its ${setting.name} would give more access than there is now`,
    })
    return
  }
  planning.steps.push(settingStep(setting, item, `its ${setting.name} differ`))
}

function settingStep(setting: Setting, item: StateItem, reason: string): Step {
  return {
    name: `set ${setting.name} of ${nameOf(item)}`,
    action: 'update',
    kind: item.kind,
    source: item.path,
    label: labelOf(item),
    reason,
    phase: setting.phase,
    requests: setting.requests ?? 1,
    run: doing => applySetting(doing, setting, item),
  }
}

/** What the answer to the creation shows to be as wanted is not written. */
async function applySetting(doing: Doing, setting: Setting, item: StateItem): Promise<void> {
  const id = doing.target(item)
  const wanted = setting.fields(item, doing.map)
  const answered = doing.answers.get(`${item.kind} ${id}`)
  const there = answered === undefined ? null : setting.fields({ ...item, id, json: answered }, sameId)
  const change = Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => there === null || canonicalJson(value ?? null) !== canonicalJson(there[key] ?? null),
    ),
  )
  if (Object.keys(change).length === 0) return
  await doing.write(
    `set ${setting.name} of ${nameOf(item)}`,
    () => setting.write(doing, id, { ...wanted, ...change }, item),
    // Setting the same twice is setting it once.
    async () => null,
  )
}

function planCreation(planning: Planning, restorer: Restorer, item: StateItem): void {
  const { facing, undeletable } = planning
  const about = { kind: item.kind, source: item.path, label: labelOf(item) }
  const parent = item.parent
  if (
    parent &&
    parent.kind !== 'organization' &&
    !planning.coming.has(nameOf(parent)) &&
    planning.matches.target(parent) === null
  ) {
    planning.impossible.push({ ...about, reason: `its ${parent.kind} is not there` })
    return
  }
  if (restorer.implicit) {
    planImplicit(planning, restorer, item)
    return
  }
  if (restorer.givesAccess && !mayGiveAccess(planning, item)) {
    planning.skipped.push({ ...about, reason: 'it would let somebody in: choose it with --person or --kind' })
    return
  }
  const undelete = undeletable.has(item.path) ? restorer.undelete : undefined
  const obstacle = undelete ? null : (restorer.obstacle?.(item, facing) ?? null)
  const create = undelete ?? restorer.create
  if (obstacle !== null || create === undefined) {
    planning.impossible.push({ ...about, reason: obstacle ?? 'no operation makes it' })
    return
  }
  planning.coming.add(nameOf(item))
  planning.steps.push({
    ...about,
    name: creationOf(item),
    action: undelete ? 'undelete' : 'create',
    reason: undelete ? 'deleted less than seven days ago' : 'missing in the target',
    phase: restorer.phase,
    requests:
      (restorer.requests?.(item) ?? 1) +
      (restorer.settings?.some(one => one.phase === restorer.phase) ? 1 : 0),
    run: doing => applyCreation(doing, restorer, item, undelete !== undefined),
  })
  for (const setting of restorer.settings ?? [])
    if (setting.phase !== restorer.phase && isWorthSetting(planning, setting, item))
      planning.steps.push(settingStep(setting, item, `its ${setting.name}`))
}

/** What was there with its parent at once. */
function planImplicit(planning: Planning, restorer: Restorer, item: StateItem): void {
  const { facing } = planning
  const about = { kind: item.kind, source: item.path, label: labelOf(item) }
  const obstacle = restorer.obstacle?.(item, facing) ?? null
  if (obstacle !== null || restorer.implicit?.(item, facing.map) === null) {
    planning.impossible.push({ ...about, reason: obstacle ?? 'what it belongs to is not there' })
    return
  }
  planning.coming.add(nameOf(item))
  for (const setting of restorer.settings ?? []) {
    if (!isWorthSetting(planning, setting, item)) continue
    const step = settingStep(setting, item, `its ${setting.name}`)
    planning.steps.push({ ...step, run: doing => applyImplicit(doing, restorer, setting, item) })
  }
}

async function applyImplicit(
  doing: Doing,
  restorer: Restorer,
  setting: Setting,
  item: StateItem,
): Promise<void> {
  const id = restorer.implicit?.(item, doing.map) ?? null
  if (id === null) throw new NotMapped(item.kind, item.id)
  doing.remember(item, id, true)
  await applySetting(doing, setting, item)
}

/** Under something that this restore makes, in an organization that has nothing, or because somebody asked for it. */
function mayGiveAccess({ request, chosen, empty, coming, matches }: Planning, item: StateItem): boolean {
  if (empty || chosen.named.has(item) || request.kinds?.includes(item.kind)) return true
  const { parent } = item
  if (parent === null || parent.kind === 'organization') return false
  return matches.target(parent) === null ? coming.has(nameOf(parent)) : matches.ids.of(parent)?.made === true
}

/** What every new object has need not be set; the answer to the creation tells for certain. */
function isWorthSetting({ facing, request }: Planning, setting: Setting, item: StateItem): boolean {
  if (setting.asked?.(request) === false) return false
  const wanted = setting.fields(item, facing.map)
  return canonicalJson(wanted) !== canonicalJson(setting.standard ?? {})
}

async function applyCreation(
  doing: Doing,
  restorer: Restorer,
  item: StateItem,
  undeletes: boolean,
): Promise<void> {
  const create = undeletes ? restorer.undelete : restorer.create
  // Known before the journal says that it is done: a run that ends in between finds it as its own.
  const known = (made: Made | null): Made | null => {
    if (made === null) return null
    if (made.json) doing.answers.set(`${item.kind} ${made.id}`, made.json)
    doing.remember(item, made.id, true)
    return made
  }
  const made = await doing.write(
    creationOf(item),
    async () => known((await create?.(doing, item)) ?? null),
    async () => (undeletes ? null : known(await findMade(doing, restorer, item))),
  )
  if (made === null) throw new NotMapped(item.kind, item.id)
  for (const setting of restorer.settings ?? [])
    if (setting.phase === restorer.phase) await applySetting(doing, setting, item)
}

/** Kinds that nothing puts back: said once for each resource, so that the counts are right. */
function planArchiveOnly(planning: Planning): void {
  const { source, chosen } = planning
  const known = new Set(restorers.map(one => one.kind))
  for (const declared of resources) {
    const { kind, restore } = declared
    if (known.has(kind) || isContent(kind)) continue
    for (const item of source.list(kind))
      if (chosen.has(item))
        planning.impossible.push({ kind, source: item.path, label: labelOf(item), reason: restore.note })
  }
}

function isContent(kind: string): boolean {
  return /^(change-request-)?(revision|page|page-group|file|reusable-content)$/.test(kind)
}
