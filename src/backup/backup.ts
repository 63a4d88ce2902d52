/**
 * Takes one snapshot of one organization.
 *
 * Guarantees: nothing is recorded as removed that was not seen to be gone; what could not be read is a gap and its
 * old versions stay; a run that ends early (crash, signal, full disk) leaves a running snapshot that the next one
 * resumes without fetching a stored body again. Refuses to begin when the organization itself cannot be read.
 */

import pMap from 'p-map'
import { Interrupted } from '../model/errors.ts'
import { giveWay } from '../model/give-way.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { SealReport } from '../vault/vault.ts'
import type { BackupContext } from './context.ts'
import type { BackupListener } from './events.ts'
import { noteFrozenRead } from './frozen-read.ts'
import { type Cause, recordGap } from './gap.ts'
import { groupsUnder } from './group.ts'
import type { ParentNode } from './parent-node.ts'
import { makeSealReport } from './seal-report.ts'
import { type BackupRequest, type BackupSession, beginSession } from './session.ts'
import { settleReferences } from './settle-references.ts'
import {
  type Reasons,
  reasonsBelow,
  walkAfterSpaces,
  walkFollowers,
  walkOverlooked,
  walkSpace,
  walkStandIns,
  walkToSpaces,
} from './walk.ts'

/** A backup in steps, so that a queue can spread its spaces; `backUp` takes the same steps one after another. */
export interface OpenBackup {
  readonly snapshot: number
  /** What has to be read before the spaces. Answers the ids of those that have something to read. */
  readOrganization(): Promise<string[]>
  /** May be repeated: the last reading counts. Answers what could not be read, already recorded as gaps. */
  readSpace(id: string): Promise<Cause[]>
  /** Gaps for a space whose reading came to nothing. */
  giveUpSpace(id: string, cause: Cause): void
  seal(): Promise<SnapshotSummary>
  /** Null, and no snapshot: everything is as the one before has it. */
  sealIfChanged(): Promise<SnapshotSummary | null>
  /** Leaves the snapshot running, to be resumed. Harmless after the end. */
  abandon(): Promise<void>
}

export async function backUp(request: BackupRequest): Promise<SnapshotSummary> {
  const open = openBackup(request)
  try {
    const spaces = await open.readOrganization()
    await pMap(spaces, id => open.readSpace(id), { concurrency: request.settings.spacesAtOnce })
    return await open.seal()
  } catch (error) {
    await open.abandon().catch(() => {})
    throw request.platform.signal?.aborted ? new Interrupted({ cause: error }) : error
  }
}

/** Ends with `seal`, `sealIfChanged` or `abandon`. */
export function openBackup(request: BackupRequest): OpenBackup {
  const session = beginSession(request)
  const { context } = session
  const { writer, organization } = context
  const spaces = new Map<string, SpaceToRead>()
  const spaceOf = (id: string): SpaceToRead => {
    const found = spaces.get(id)
    if (found) return found
    throw new Error(`space ${id} is not among those to be read`)
  }
  const release = async () => {
    context.budget.close()
    if (context.platform !== request.platform) await context.platform.close()
  }
  const { id, title } = organization
  context.report({ type: 'begin', snapshot: writer.id, organization: id, title, resumed: writer.resumed })
  return {
    snapshot: writer.id,
    async readOrganization() {
      // It was much to begin.
      await giveWay()
      await context.deferred.prepare()
      for (const space of await walkToSpaces(session)) {
        await giveWay()
        const reasons = await reasonsBelow(session, space)
        if (reasons.size > 0) spaces.set(space.id, { space, reasons })
      }
      return [...spaces.keys()]
    },
    readSpace: id => readSpace(session, spaceOf(id)),
    giveUpSpace(id, cause) {
      const { space } = spaceOf(id)
      for (const group of groupsUnder(context.resources, space.kind)) recordGap(context, group, space, cause)
    },
    async seal() {
      const summary = await writer.seal(await conclude(session))
      await release()
      return noteReread(context, summary)
    },
    async sealIfChanged() {
      const summary = await writer.sealIfChanged(await conclude(session))
      await release()
      return summary && noteReread(context, summary)
    },
    async abandon() {
      await writer.abandon()
      await release()
    },
  }
}

interface SpaceToRead {
  space: ParentNode
  /** Null once they are used: another reading finds its own. */
  reasons: Reasons | null
}

/** What builds on all the spaces; then what the seal has to say beside what is stored. */
async function conclude(session: BackupSession): Promise<SealReport> {
  await walkAfterSpaces(session)
  await walkOverlooked(session)
  await walkFollowers(session)
  await walkStandIns(session)
  await settleReferences(session)
  return makeSealReport(session)
}

function noteReread(context: BackupContext, summary: SnapshotSummary): SnapshotSummary {
  if (context.rereadFrozen && summary.state === 'complete') noteFrozenRead(context, summary.started)
  return summary
}

async function readSpace({ context, ...run }: BackupSession, due: SpaceToRead): Promise<Cause[]> {
  const { space, reasons } = due
  const causes: Cause[] = []
  if (reasons === null) context.writer.forgetGaps(space.key)
  due.reasons = null
  const report: BackupListener = event => {
    if (event.type === 'gap') causes.push({ class: event.class, message: event.message })
    context.report(event)
  }
  await walkSpace({ ...run, context: { ...context, report } }, space, reasons)
  return causes
}
