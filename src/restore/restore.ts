/**
 * A restore from beginning to end: reads the target, plans, applies with a journal, reads the target again and
 * compares. Guarantees: a plan changes nothing; nothing is applied that was not planned from the state that the target
 * is in; whatever ends a run early, `resume` goes on without making anything twice. Long, because these three share what they start from.
 */
import assert from 'node:assert/strict'
import { DamageFound, UsageError } from '../model/errors.ts'
import { listOf, recordOf } from '../model/fields.ts'
import type { Kind } from '../model/resource.ts'
import type { RestoredId, RestoreRunRow, RestoreRunState } from '../model/restore-journal.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { Platform } from '../platform/client.ts'
import { isContent } from '../resources/drafts.ts'
import type { Vault, WritableVault } from '../vault/vault.ts'
import { applySteps, type Outcome } from './apply/apply-steps.ts'
import { openSession } from './apply/open-session.ts'
import { settleDoubts } from './apply/settle-doubts.ts'
import { capabilities } from './content/capabilities.ts'
import { KnownContents } from './known-contents.ts'
import { isMasked } from './mask/masked-vault.ts'
import type { MaskedSource } from './mask/open-masked.ts'
import { matchStates } from './match/match.ts'
import { nameOf } from './naming.ts'
import { findCopies, withoutCopies } from './plan/copies.ts'
import { requestOfRun } from './plan/document.ts'
import { type Mandate, mandateIn } from './plan/mandate.ts'
import { makePlan } from './plan/plan.ts'
import type { Plan, Step } from './plan/steps.ts'
import { assertTyped } from './plan/typed-title.ts'
import type { BundlePublisher } from './publish/publisher.ts'
import { chosenOf } from './read/choice.ts'
import { findIntoSpace } from './read/into-space.ts'
import { readProfile } from './read/read-profile.ts'
import { screenTarget, screenVault, unreadIn } from './read/screened-vault.ts'
import type { WriterName } from './read/target-profile.ts'
import { findUndeletable } from './read/undelete.ts'
import { readStateInTurns } from './read-state.ts'
import type { RestoreRequest } from './request.ts'
import type { Scratches } from './scratch.ts'
import type { OrganizationState, StateItem } from './state.ts'
import { chosenBack, openTakeBack } from './take-back/open-take-back.ts'
import { compareStates } from './verify/compare.ts'
import type { Verification } from './verify/verification.ts'

export interface Restoring {
  platform: Platform
  /** Holds the snapshot that is put back. */
  source: Vault
  /** Of the source, as far as it is known. */
  known?: KnownContents
  /** Holds the target's states, the journal and the ids; may be the same. */
  vault: WritableVault
  request: RestoreRequest
  /** Of a masked copy: `source` is masked then. */
  masked?: MaskedSource | null
  /** Takes an exact snapshot of the target as it is, and believes it however empty it is. */
  readTarget: (what: 'before' | 'after') => Promise<SnapshotSummary>
  /** `auto`: what the service seems to offer. */
  writer: WriterName | 'auto'
  requestsPerSecond: number
  signal: AbortSignal | undefined
  now: () => number
  report: (event: RestoreEvent) => void
  /** Open until the restore is done, or is given up. */
  scratches: Scratches
}

export type RestoreEvent =
  | { type: 'reading'; what: 'before' | 'after' }
  | { type: 'plan'; steps: number; requests: number }
  | { type: 'begin'; run: number }
  /** `at`: how many were tried; `done`: how many of them worked. */
  | { type: 'step'; at: number; done: number; of: number; action: string; kind: Kind; label: string }

export interface Planned {
  plan: Plan
  /** Run that it goes on with. */
  resume: number | null
  parts: Parts
}

type Parts = Awaited<ReturnType<typeof prepare>>

export interface RestoreResult {
  run: number
  state: RestoreRunState
  outcome: Outcome
  verification: Verification
  plan: Plan
  before: number
  after: number
  /** When the last step was done; reading back comes after it. */
  applied: number
  /** The run that is undone by this one, altogether. */
  undone: number | null
}

/** Changes nothing on the platform; reads the target into the vault as a snapshot of its own. */
export async function planRestore(restoring: Restoring): Promise<Planned> {
  assertConsistent(restoring)
  return planFrom(restoring, await readTarget(restoring, 'before'), null)
}

/** Where the vault cannot read something that is restored, the rest is, and the plan names it. */
async function planFrom(
  restoring: Restoring,
  before: SnapshotSummary,
  resume: number | null,
): Promise<Planned> {
  const { source, request } = restoring
  // What is to be gone must be known for certain, and what is taken back altogether.
  if (request.deleteExtra !== undefined || request.takeBack !== undefined)
    return planOnce(restoring, before, resume)
  try {
    return await planOnce({ ...restoring, endsAtDamage: true }, before, resume)
  } catch (error) {
    if (!(error instanceof DamageFound)) throw error
    const readable = await screenVault(source, request.snapshot)
    return planOnce({ ...restoring, source: readable, known: new KnownContents() }, before, resume)
  }
}

async function planOnce(
  restoring: Restoring & { endsAtDamage?: boolean },
  before: SnapshotSummary,
  resume: number | null,
): Promise<Planned> {
  const { endsAtDamage = false } = restoring
  const parts = await prepare(restoring, before, resume)
  const row = restoring.vault.restoreRuns().find(row => row.id === resume)
  const summary = restoring.source.snapshot(restoring.request.snapshot)
  const plan = await makePlan({
    ...parts,
    request: restoring.request,
    undeletable: await findUndeletable(restoring.platform, parts),
    contents: summary?.contents ?? '',
    state: before.contents ?? '',
    sealed: summary?.sealed ?? null,
    owner: before.proof?.owner?.id,
    requestsPerSecond: restoring.requestsPerSecond,
    mandate: row ? mandateIn(row.request) : null,
    masked: restoring.masked?.words,
    endsAtDamage,
  })
  restoring.report({ type: 'plan', steps: plan.steps.length, requests: plan.requests })
  return { plan, resume, parts }
}

/** `read`: the state of the source, where it was read before. */
async function prepare(
  restoring: Restoring,
  before: SnapshotSummary,
  run: number | null,
  read?: OrganizationState,
) {
  const { platform, vault, writer, scratches } = restoring
  const request = restoring.masked?.request ?? restoring.request
  const isScreened = unreadIn(read?.vault ?? restoring.source) !== null
  const target = await readTargetState(vault, before.snapshot, isScreened)
  const row = vault.restoreRuns().find(row => row.id === run)
  const begun = row ? await readTargetState(vault, row.before, isScreened) : target
  const taken = await openTakeBack(restoring, request, begun, run)
  const source =
    taken?.wanted ?? read ?? (await readStateInTurns(restoring.source, request.snapshot, restoring.known))
  assertToldApart(source, target)
  const chosen = taken ? chosenBack(taken, request) : chosenOf(source, request)
  const into = await findIntoSpace(platform, request, { source, target })
  // What is taken back is matched by nothing but what the run at work made.
  const ids = taken ? idsOfRun(vault, run) : vault.restoredIds({ target: request.to })
  const known = withoutCopies(ids, vault.restoreRuns(), request, target)
  const matching = taken
    ? { source, target, known, run, begun, scratches }
    : { source, target, known, run, scratches, ...(into ? { into } : {}) }
  const matches = await matchStates(matching)
  const masked = restoring.masked ? { masked: true } : {}
  const profile = { ...(await readProfile(platform, { source, target, matches, writer })), ...masked }
  const parts = { source, target, begun, taken, chosen, matches, profile }
  if (request.onConflict !== 'copy') return parts
  const copies = await findCopies({ ...parts, request })
  const apart = await matchStates({ ...matching, copies })
  return { ...parts, matches: apart, profile: { ...profile, map: apart.map } }
}

/** What is as it was is there as it is in the vault: where that cannot be read, it is left out on both sides. */
async function readTargetState(
  vault: Vault,
  snapshot: number,
  isScreened: boolean,
): Promise<OrganizationState> {
  return readStateInTurns(isScreened ? await screenTarget(vault, snapshot) : vault, snapshot)
}

/** What is there and cannot be read would be made a second time. Throws DamageFound. */
function assertToldApart(source: OrganizationState, target: OrganizationState): void {
  const isHome = source.organization.id === target.organization.id
  for (const { kind, source: path, label } of unreadIn(target.vault) ?? []) {
    if (target.has(kind, path) || (isHome && !source.has(kind, path))) continue
    throw new DamageFound(`${kind} ${label} is there, and the vault cannot read how it is now`, {
      hint: 'repair the vault first (`docvault repair`)',
    })
  }
}

function idsOfRun(vault: Vault, run: number | null): Iterable<RestoredId> {
  return run === null ? [] : vault.restoredIds({ run })
}

/** `approved`: what somebody agreed to; null in a drill, where nothing is at stake. */
export async function applyRestore(
  restoring: Restoring,
  planned: Planned,
  publisher: BundlePublisher | null,
  approved: Mandate | null,
): Promise<RestoreResult> {
  const { plan } = planned
  assertTyped(String(planned.parts.target.organization.json.title), { ...plan, request: restoring.request })
  const run = planned.resume ?? beginRun(restoring, plan, approved)
  const found: Pick<Outcome, 'notes' | 'failures'> = { notes: [], failures: [] }
  const session = openSession(applyRequest(restoring, planned, run, publisher), found)
  restoring.report({ type: 'begin', run })
  let at = 0
  const report = (done: number, { action, kind, label }: Step) =>
    restoring.report({ type: 'step', at: ++at, done, of: plan.steps.length, action, kind, label })
  const outcome = await applySteps(session, plan.steps, found, report)
  return conclude(restoring, planned, { run, outcome, applied: restoring.now() })
}

function beginRun({ vault, request }: Restoring, { before }: Plan, approved: Mandate | null): number {
  return vault.restores.beginRun({
    snapshot: request.snapshot,
    target: request.to,
    before,
    request: approved === null ? request : { ...request, approved },
  })
}

/** Settles what an earlier life left unclear, and plans what is left. */
export async function resumeRestore(restoring: Restoring, run: number): Promise<Planned> {
  assertConsistent(restoring)
  const row = restoring.vault.restoreRuns().find(row => row.id === run)
  if (!row || row.state === 'undone')
    throw new UsageError(`there is no restore ${run} to resume`, {
      hint: '`docvault restore runs` lists them',
    })
  const before = await readTarget(restoring, 'before')
  const { profile, matches, begun } = await prepare(restoring, before, run)
  const wanted = { ...restoring, run, resumed: true, before: begun, publisher: null }
  await settleDoubts(openSession({ ...wanted, profile, matches }, { notes: [], failures: [] }))
  // What was settled is in the reading already; it is only known now whose it is.
  return planFrom(restoring, before, run)
}

function applyRequest(
  restoring: Restoring,
  planned: Planned,
  run: number,
  publisher: BundlePublisher | null,
) {
  const { profile, matches, begun } = planned.parts
  return { ...restoring, run, resumed: planned.resume !== null, profile, matches, before: begun, publisher }
}

/** What copies are made of would count as extra; and nothing real comes into a masked copy. */
function assertConsistent({ request, source }: Restoring): void {
  const { deleteExtra, onConflict, mask } = request
  assert(mask === undefined || isMasked(source), 'a masked copy is made of a masked source')
  if (deleteExtra === undefined || onConflict !== 'copy') return
  throw new UsageError('--delete-extra and --on-conflict copy exclude each other', {
    hint: 'make the copies first, look at them, and delete in a second restore',
  })
}

async function conclude(
  restoring: Restoring,
  planned: Planned,
  { run, outcome, applied }: Pick<RestoreResult, 'run' | 'outcome' | 'applied'>,
): Promise<RestoreResult> {
  const { vault, request } = restoring
  const { plan } = planned
  const after = await readTarget(restoring, 'after')
  const parts = await prepare(restoring, after, run, planned.parts.source)
  const gone = goneAfter(planned)
  const verification = await compareStates({ ...parts, request, run, plan, outcome, gone })
  const isAsPlanned = outcome.failures.length === 0 && verification.differences.length === 0
  const isWhole = isAsPlanned && !plan.impossible.some(({ isUnread }) => isUnread)
  const state: RestoreRunState = isWhole ? 'complete' : 'partial'
  const report = {
    outcome,
    verification: { ...verification, differences: verification.differences.slice(0, 1000) },
    differences: verification.differences.length,
  }
  vault.restores.endRun(run, { state, after: after.snapshot, report })
  const undone = isAsPlanned ? recordUndone(restoring, plan) : null
  return {
    run,
    state,
    outcome,
    verification,
    plan,
    before: plan.before,
    after: after.snapshot,
    applied,
    undone,
  }
}

/** Pages of a change request that nobody merged stay until then. */
function goneAfter({ plan, parts }: Planned): readonly StateItem[] {
  const left = new Set([...plan.skipped, ...plan.impossible].map(entry => `${entry.kind} ${entry.source}`))
  const waits = ({ kind }: StateItem) => plan.request.asChangeRequest === true && isContent(kind)
  const removals = (parts.taken?.removals ?? []).filter(item => !left.has(nameOf(item)) && !waits(item))
  return [...removals, ...plan.steps.flatMap(step => step.takes ?? [])]
}

/** Only where all of it was, content to the letter. What an undone undo had undone stands as it did. Answers the run that is undone now. */
function recordUndone({ vault, request }: Restoring, plan: Plan): number | null {
  const run = request.takeBack?.run
  const row = vault.restoreRuns().find(row => row.id === run)
  const isLossy = plan.losses.some(loss => capabilities.some(({ property }) => property === loss.property))
  if (!row || isLossy || plan.skipped.length + plan.impossible.length > 0) return null
  vault.restores.endRun(row.id, { state: 'undone', after: row.after, report: row.report })
  const earlier = vault.restoreRuns().find(other => other.id === requestOfRun(row).takeBack?.run)
  if (earlier?.state === 'undone')
    vault.restores.endRun(earlier.id, {
      state: endStateOf(earlier),
      after: earlier.after,
      report: earlier.report,
    })
  return row.id
}

/** As its report has it: an undo changes only what it is called. */
function endStateOf({ report }: RestoreRunRow): RestoreRunState {
  const found = recordOf(report)
  const failures = listOf(recordOf(found?.outcome)?.failures).length
  return failures === 0 && (found?.differences ?? 0) === 0 ? 'complete' : 'partial'
}

function readTarget(restoring: Restoring, what: 'before' | 'after'): Promise<SnapshotSummary> {
  restoring.report({ type: 'reading', what })
  return restoring.readTarget(what)
}
