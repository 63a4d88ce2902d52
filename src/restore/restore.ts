/**
 * A restore from beginning to end: reads the target, plans, applies with a journal, reads the target again and
 * compares. Guarantees: a plan changes nothing; nothing is applied that was not planned from the state that the target
 * is in; whatever ends a run early, `resume` goes on without making anything twice.
 */
import assert from 'node:assert/strict'
import { DamageFound, UsageError } from '../model/errors.ts'
import { listOf, recordOf } from '../model/fields.ts'
import type { RestoreRunRow, RestoreRunState } from '../model/restore-journal.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import { isContent } from '../resources/drafts.ts'
import { applySteps, type Outcome } from './apply/apply-steps.ts'
import { openSession } from './apply/open-session.ts'
import { settleDoubts } from './apply/settle-doubts.ts'
import { notesOfUndeleted } from './apply/undeleted.ts'
import { type BothSides, readBothSides } from './both-sides.ts'
import { capabilities } from './content/capabilities.ts'
import { KnownContents } from './known-contents.ts'
import { isMasked } from './mask/masked-vault.ts'
import { nameOf } from './naming.ts'
import { requestOfRun } from './plan/document.ts'
import { type Mandate, mandateIn } from './plan/mandate.ts'
import { makePlan } from './plan/plan.ts'
import type { Plan, Step } from './plan/steps.ts'
import { assertTyped } from './plan/typed-title.ts'
import type { BundlePublisher } from './publish/publisher.ts'
import { screenVault } from './read/screened-vault.ts'
import { findUndeletable } from './read/undelete.ts'
import type { RestoreRequest } from './request.ts'
import type { Restoring } from './restoring.ts'
import type { StateItem } from './state.ts'
import { compareStates } from './verify/compare.ts'
import type { Verification } from './verify/verification.ts'

export interface Planned {
  plan: Plan
  /** Run that it goes on with. */
  resume: number | null
  parts: BothSides
}

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
  if (!mayLeaveOut(restoring.request)) return planOnce(restoring, before, resume)
  return orScreened({ ...restoring, endsAtDamage: true }, screened => planOnce(screened, before, resume))
}

/** What is to be gone must be known for certain, and what is taken back altogether. */
function mayLeaveOut({ deleteExtra, takeBack }: RestoreRequest): boolean {
  return deleteExtra === undefined && takeBack === undefined
}

/** Once more without what the vault cannot read, where `work` meets some of it. */
async function orScreened<Result>(
  restoring: Restoring & { endsAtDamage?: boolean },
  work: (restoring: Restoring & { endsAtDamage?: boolean }) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(restoring)
  } catch (error) {
    if (!(error instanceof DamageFound)) throw error
    const { source, request, endsAtDamage: _, ...rest } = restoring
    const readable = await screenVault(source, request.snapshot)
    return work({ ...rest, request, source: readable, known: new KnownContents() })
  }
}

async function planOnce(
  restoring: Restoring & { endsAtDamage?: boolean },
  before: SnapshotSummary,
  resume: number | null,
): Promise<Planned> {
  const { endsAtDamage = false } = restoring
  const parts = await readBothSides(restoring, before, resume)
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
  const read = (from: Restoring) => readBothSides(from, before, run)
  const { profile, matches, begun } = mayLeaveOut(restoring.request)
    ? await orScreened(restoring, read)
    : await read(restoring)
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
  { run, outcome: done, applied }: Pick<RestoreResult, 'run' | 'outcome' | 'applied'>,
): Promise<RestoreResult> {
  const { vault, request } = restoring
  const { plan } = planned
  const after = await readTarget(restoring, 'after')
  const parts = await readBothSides(restoring, after, run, planned.parts.source)
  const gone = goneAfter(planned)
  const verification = await compareStates({ ...parts, request, run, plan, outcome: done, gone })
  const notes = [...done.notes, ...notesOfUndeleted(plan.steps, verification.differences)]
  const outcome = { ...done, notes }
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
