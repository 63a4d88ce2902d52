/** What the commands that say something of a snapshot have in common. */
import type { OfSnapshot } from '../../jobs/annotate.ts'
import type { Job } from '../../jobs/job.ts'
import type { CommandContext } from './command.ts'
import { snapshotNumber } from './named-snapshot.ts'
import { openConfigured } from './open-vault.ts'
import { perform } from './perform.ts'
import { personHere } from './person.ts'

/** Of the first argument. */
export function snapshotAsked(context: CommandContext): OfSnapshot {
  const [name = ''] = context.args
  const organization = context.options.text('org')
  return {
    by: personHere(),
    snapshot: snapshotNumber(context, name),
    ...(organization === undefined ? {} : { organization }),
  }
}

/** Throws VaultMissing: nothing is said of snapshots that are not there. */
export function annotateVault<Data, Result>(
  context: CommandContext,
  job: Job<Data, Result, never>,
  data: Data,
): Promise<Result> {
  openConfigured(context).close()
  return perform(context, job, data, () => {})
}
