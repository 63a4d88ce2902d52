/**
 * The drill by standalone imports: what a restore would push is served, the real platform makes a revision of it that no
 * space gets, and that is read back and compared. Writes nothing else anywhere. Space after space: what goes wrong with
 * one is named, and the next begins.
 */
import type { BackupSettings } from '../../backup/settings.ts'
import { DocvaultError, UsageError } from '../../model/errors.ts'
import type { Platform } from '../../platform/client.ts'
import { Unauthorized } from '../../platform/errors.ts'
import type { Organization } from '../../platform/operations/organizations.ts'
import type { Space } from '../../platform/operations/spaces.ts'
import type { BundlePublisher } from '../../restore/publish/publisher.ts'
import type { RestoreEvent } from '../../restore/restoring.ts'
import type { Vault } from '../../vault/vault.ts'
import { beginReport, type DrillReport, type SpaceOutcome } from '../drill.ts'
import { readThrough } from '../read-through.ts'
import { addReport } from './add-report.ts'
import { MOST_EVENTS, ownIntegrations } from './import-outcome.ts'
import { type DrilledSpace, drillSpace } from './one-space.ts'
import { lookAtSpace } from './untouched.ts'

export interface StandaloneRequest {
  vault: Vault
  snapshot: number
  /** Ids; absent = all of the snapshot. */
  spaces?: readonly string[]
  platform: Platform
  publisher: BundlePublisher
  backup: BackupSettings
  /** Number among the drills of the vault. */
  drill: number
  signal: AbortSignal | undefined
  report: (event: RestoreEvent) => void
  now?: () => number
}

const TARGET = 'standalone import'

export async function runStandaloneDrill(request: StandaloneRequest): Promise<DrillReport> {
  const { vault, snapshot, report, now = Date.now } = request
  const began = now()
  const whole = beginReport({ vault, snapshot, target: TARGET, drill: request.drill }, began, NOTHING_READ)
  const session = await openSession(request, whole.organization)
  const wanted = spacesOf(request)
  const outcomes: SpaceOutcome[] = []
  for (const [index, space] of wanted.entries()) {
    request.signal?.throwIfAborted()
    const drilled = await drillOne(session, space)
    addReport(whole, drilled.report)
    outcomes.push(drilled.outcome)
    const step = { action: 'import', kind: 'space', label: space.title } as const
    report({ type: 'step', at: index + 1, done: index + 1, of: wanted.length, ...step })
  }
  assertSome(outcomes, snapshot)
  const passed = outcomes.every(outcome => outcome.state !== 'failed')
  return { ...whole, spaces: outcomes, passed, duration_ms: now() - began }
}

const NOTHING_READ = { pages: 0, files: 0, bytes: 0, damaged: [], odd: [] }

interface Session {
  request: StandaloneRequest
  organization: Organization
  integrations: readonly string[]
}

async function openSession(request: StandaloneRequest, id: string): Promise<Session> {
  const { platform } = request
  const organization = await platform.organizations.get(id)
  const integrations = await ownIntegrations(platform, id)
  if (integrations.length > 0) return { request, organization, integrations }
  throw new UsageError(
    `organization ${id} has published no integration, and nobody else is told which revision an import made`,
    { hint: 'publish a private one and install it on all spaces: docs/how-to/drill.md shows it' },
  )
}

interface Wanted {
  id: string
  title: string
}

function spacesOf({ vault, snapshot, spaces }: StandaloneRequest): Wanted[] {
  return [...vault.resources(snapshot, { kind: 'space' })].flatMap(space => {
    if (spaces?.includes(space.id) === false) return []
    const json = vault.readJson(space)
    const title = typeof json === 'object' && json !== null && 'title' in json ? String(json.title) : space.id
    return [{ id: space.id, title }]
  })
}

function assertSome(outcomes: readonly SpaceOutcome[], snapshot: number): void {
  if (outcomes.some(outcome => outcome.state !== 'left out')) return
  const why = outcomes.map(outcome => `${outcome.title}: ${outcome.note}`).join('; ')
  throw new UsageError(`there is nothing in snapshot ${snapshot} to import: ${why || 'it has no space'}`, {
    hint: '`docvault drill` without --standalone needs no space of the platform',
  })
}

interface Drilled {
  outcome: SpaceOutcome
  report: DrillReport
}

async function drillOne(session: Session, { id, title }: Wanted): Promise<Drilled> {
  const { vault, snapshot, platform, signal, drill } = session.request
  const report = beginReport(
    { vault, snapshot, target: TARGET, drill },
    0,
    await readThrough(vault, snapshot, { spaces: [id], signal }),
  )
  const outcome: SpaceOutcome = {
    ...{ id, title, state: 'failed', note: null },
    ...{ revision: null, before: null, after: null },
  }
  const fail = (reason: string) => void report.failures.push({ kind: 'space', label: title, reason })
  try {
    const space = await platform.spaces.find(id)
    const gone = whyGone(space, session.organization)
    if (space === null || gone !== null)
      return { report, outcome: { ...outcome, state: 'left out', note: gone } }
    outcome.before = space.revision
    if (report.damaged.length === 0) await importAndCompare(session, space, { outcome, report })
  } catch (error) {
    if (signal?.aborted || !(error instanceof DocvaultError) || endsAll(error)) throw error
    fail(adviceOf(error))
  }
  if (outcome.state !== 'left out')
    outcome.state =
      report.damaged.length + report.failures.length + report.differences.length === 0 ? 'passed' : 'failed'
  return { report, outcome }
}

function whyGone(space: Space | null, { id }: Organization): string | null {
  if (space === null) return 'it is not on the platform any more'
  if (typeof space.deletedAt === 'string') return 'it is deleted'
  return space.organization === id ? null : `it is in organization ${space.organization} now`
}

async function importAndCompare(session: Session, space: Space, { outcome, report }: Drilled): Promise<void> {
  const { request, organization, integrations } = session
  const { platform, vault, snapshot, publisher, backup, signal, now = Date.now } = request
  const drilled = await drillSpace({
    ...{ platform, vault, snapshot, publisher, backup, signal, now },
    ...{ organization, integrations, space },
  })
  await assertOffered(platform, space, drilled)
  outcome.revision = drilled.revision
  takeResult(report, outcome, drilled, space)
  const looked = await lookAtSpace(platform, space, drilled)
  outcome.after = looked.revision
  if (looked.blame !== null) report.failures.push({ kind: 'space', label: space.title, reason: looked.blame })
  outcome.note ??= looked.note
}

/** Without the revision there was nothing to compare. */
function takeResult(report: DrillReport, outcome: SpaceOutcome, drilled: DrilledSpace, space: Space): void {
  const { result, began, revision } = drilled
  const { verification, plan } = result
  if (plan.steps.length === 0 && plan.impossible.length === 0) {
    outcome.state = 'left out'
    outcome.note = 'it has no content'
    return
  }
  report.recovery_ms = result.applied - began
  report.steps = plan.steps.length
  report.failures.push(...failuresOf(drilled, space))
  if (revision === null) return
  const { differences: _differences, ...references } = verification.references
  report.differences = [...drilled.differences]
  report.kinds = verification.kinds
  report.references = references
}

function failuresOf(drilled: DrilledSpace, { title, gitSync }: Space): DrillReport['failures'] {
  const { plan, outcome } = drilled.result
  const [refused] = plan.impossible
  if (plan.steps.length === 0) return [{ kind: 'space', label: title, reason: refused?.reason ?? '' }]
  const unheard = whyUnheard(drilled)
  if (unheard !== null) return [{ kind: 'space', label: title, reason: unheard }]
  const linked = gitSync?.url ? ` (the space is linked with ${gitSync.url})` : ''
  return outcome.failures.map(({ kind, label, reason }) => ({ kind, label, reason: reason + linked }))
}

/** The service took the import, and nobody heard of it again. */
function whyUnheard({ answer, isReported, isFetched }: DrilledSpace): string | null {
  if (answer !== 'accepted' || isReported) return null
  return isFetched
    ? `the service fetched it, and none of the first ${MOST_EVENTS} events of the organization's integrations said in time which revision it made (install one on this space: docs/how-to/drill.md shows it; restore.expires says how long is waited)`
    : 'the service said that it would import, and never fetched it in time (check that the platform reaches restore.publicUrl; restore.expires says how long is waited)'
}

/** A 404 is of the operation where the space is there. */
async function assertOffered(platform: Platform, { id }: Space, { answer }: DrilledSpace): Promise<void> {
  if (answer !== 'missing' || (await platform.spaces.find(id)) === null) return
  const { version } = await platform.users.service()
  throw new UsageError(`this service (version ${version}) has no git/import`, {
    hint: 'all published versions from 0.130.0 to 0.202.0 have it; `docvault drill` without --standalone needs none',
  })
}

function endsAll(error: DocvaultError): boolean {
  return error instanceof Unauthorized || error instanceof UsageError
}

function adviceOf({ message, hint }: DocvaultError): string {
  return hint === undefined ? message : `${message} (${hint})`
}
