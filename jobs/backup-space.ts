/**
 * One organization's backup as work in parts, a space each. What could not be read for a reason that may pass is tried
 * again by the queue before it stays a gap.
 */

import { type OpenBackup, openBackup } from '../src/backup/backup.ts'
import type { BackupRequest } from '../src/backup/session.ts'
import { DocvaultError, UsageError } from '../src/model/errors.ts'
import { pendingBehind } from '../src/model/markdown-pending.ts'
import { plural } from '../src/model/plural.ts'
import type { GapClass, SnapshotSummary } from '../src/model/snapshot.ts'
import { resources } from '../src/resources/index.ts'
import { watchAfterBackup } from './anomalies.ts'
import { inOnePiece, type JobData, type OpenWork, type Outcome, type QueuedContext } from './job.ts'
import { madeSnapshot, noteSnapshot } from './made-snapshot.ts'

/** What another attempt, later, may get over. */
const PASSING: readonly GapClass[] = ['unreachable', 'rate-limited', 'truncated']

/** A space that could not be read; its gaps are recorded already. */
class SpaceUnread extends DocvaultError {
  constructor(message: string) {
    super('space-unread', message, { retry: 'later' })
  }
}

export interface OrganizationBackup {
  /** Name of the job. */
  job: string
  settings: BackupRequest['settings']
  /** Seals, or does not. */
  end(open: OpenBackup): Promise<SnapshotSummary | null>
}

export async function openOrganizationBackup(
  context: QueuedContext,
  data: JobData,
  { job, settings, end }: OrganizationBackup,
): Promise<OpenWork> {
  if (data.organization === undefined) throw new UsageError('this job needs an organization')
  const of = { job, organization: data.organization, run: context.run }
  const made = madeSnapshot(await context.held.vault(), of)
  if (made) return inOnePiece(() => concluded(context, made))
  const platform = context.held.client(context.signal)
  let open: OpenBackup | null = null
  const abandon = async () => {
    await open?.abandon()
    await platform.close()
  }
  try {
    const organization = await platform.organizations.get(data.organization)
    const vault = await context.held.vault()
    const { report, held } = context
    const request = { platform, vault, resources, settings, organization, report, now: () => held.now() }
    const wanted = {
      trigger: data.trigger ?? 'manual',
      ...(data.tick ? { tickMs: Date.parse(data.tick) } : {}),
    }
    open = openBackup({ ...request, ...wanted, since: { requests: 0, bytes: 0 } })
    const opened = open
    noteSnapshot(vault, of, opened.snapshot)
    return {
      partName: 'backup-space',
      parts: await opened.readOrganization(),
      runPart: (space, { last }) => readSpace(opened, space, last),
      giveUpPart: (space, reason) => opened.giveUpSpace(space, { class: 'invalid', message: reason }),
      async finish() {
        const summary = await end(opened)
        await platform.close()
        return concluded(context, summary)
      },
      abandon,
    }
  } catch (error) {
    await abandon().catch(() => {})
    throw error
  }
}

async function readSpace(open: OpenBackup, space: string, last: boolean): Promise<void> {
  const passing = (await open.readSpace(space)).filter(gap => PASSING.includes(gap.class))
  const [first] = passing
  if (first && !last) throw new SpaceUnread(`${first.class}: ${first.message}`)
}

/** What the backup found, once it was looked at for what is unusual. */
async function concluded(context: QueuedContext, summary: SnapshotSummary | null): Promise<Outcome> {
  const outcome = outcomeOf(summary)
  if (summary === null) return outcome
  const failed = await watchAfterBackup(context, context.held, summary.organization)
  return failed === null ? outcome : { ...outcome, message: `${outcome.message}; ${failed}` }
}

function outcomeOf(summary: SnapshotSummary | null): Outcome {
  if (summary === null) return { state: 'unchanged', message: 'nothing has changed' }
  const { snapshot, added, modified, removed, gaps } = summary
  const changes = `${added} added, ${modified} modified, ${removed} removed`
  return {
    state: summary.state === 'partial' ? 'partial' : 'complete',
    snapshot,
    message: `snapshot ${snapshot}: ${changes}${gaps.length > 0 ? `, ${plural(gaps.length, 'gap')}` : ''}${pendingBehind(summary)}`,
  }
}
