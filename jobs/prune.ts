/** Takes what only snapshots have that were forgotten longer ago than can be undone out of the vault, for good. */
import { openSigner } from '../src/audit/ledger/keys.ts'
import { noteAct } from '../src/audit/ledger/write.ts'
import { frozenWords } from '../src/model/anomaly.ts'
import { DamageFound } from '../src/model/errors.ts'
import { plural } from '../src/model/plural.ts'
import type { PruneProgress, PruneResult } from '../src/vault/vault.ts'
import type { Actor } from './annotate.ts'
import { accountActor, approvalBookOf, guardedPrune, isGuarded } from './approvals.ts'
import { withHeld } from './held.ts'
import {
  inOnePiece,
  type Job,
  type JobContext,
  type JobData,
  type Outcome,
  type QueuedContext,
  queued,
} from './job.ts'
import { configuredPolicy } from './retention-settings.ts'
import { unindexPruned } from './search-index.ts'

export interface PruneData extends Actor {
  /** Absent: a person wants it, which may need an approval. */
  scheduled?: true
  /** How long what was forgotten can be brought back. Milliseconds. */
  undoMs: number
  /** It ends after this time, and the next one goes on. Milliseconds. */
  maxDurationMs?: number
}

export const prune: Job<PruneData, PruneResult, PruneProgress> = {
  name: 'prune',
  doc: 'Takes what only forgotten snapshots have out of the vault, and gives the space back.',
  run: (context, { by, scheduled, undoMs, maxDurationMs }) =>
    withHeld(context, 'docvault prune', async held => {
      const { config, signal, report } = context
      const agreed = scheduled || !isGuarded(config, 'prune') ? undefined : agreement(context, held.now, by)
      const file = config['audit.keyFile']
      const signer = file === null ? null : openSigner(file, config['vault.path'])
      const vault = await held.vault()
      const note = noteAct(signer, new Date(held.now()).toISOString())
      const result = await vault.prune({
        undoMs,
        maxDurationMs,
        signal,
        agreed,
        progress: report,
        acting: { by, note },
      })
      await unindexPruned(context)
      return result
    }),
}

/** What came in between may leave fewer to prune than were approved, and never more. */
function agreement(
  { config }: Pick<JobContext, 'config'>,
  now: () => number,
  by: string,
): (snapshots: readonly number[]) => void {
  let approved: ReadonlySet<number> | null = null
  return snapshots => {
    if (approved !== null && snapshots.every(snapshot => approved?.has(snapshot))) return
    approvalBookOf(config, now).use(guardedPrune(snapshots), accountActor(by))
    approved = new Set(snapshots)
  }
}

/** For a while each week; what is left then is for the week after. */
export const weeklyPrune = queued({
  name: 'prune',
  doc: 'Takes what only forgotten snapshots have out of the vault, for a limited time; they cannot be brought back then.',
  holds: 'itself',
  priority: 20,
  attempts: 3,
  catchUp: true,
  schedule: config => (configuredPolicy(config).length === 0 ? null : config['schedules.prune']),
  isWanted: config => configuredPolicy(config).length > 0,
  open: async (context, data) => inOnePiece(() => runPrune(context, data)),
})

async function runPrune(context: QueuedContext, { tick }: JobData): Promise<Outcome> {
  const { config, run } = context
  try {
    const data = {
      ...(tick === undefined ? { by: `run ${run}` } : { by: 'daemon', scheduled: true as const }),
      undoMs: config['retention.undo'],
      maxDurationMs: config['retention.maxPrune'],
    }
    return pruneOutcome(await prune.run(context, data))
  } catch (error) {
    // The same every week, until somebody mends it.
    if (error instanceof DamageFound) return { state: 'damage', message: error.message }
    throw error
  }
}

/** For the record of runs. */
export function pruneOutcome({ plan, finished, bytesBefore, bytesAfter }: PruneResult): Outcome {
  if (plan === null) return { state: 'done', message: 'nothing was pruned: a snapshot was being written' }
  const rest = finished ? '' : '; its time was over first, and the next one goes on'
  const { snapshots, versions, contents } = plan
  const isIdle = snapshots.length === 0 && versions.go === 0 && contents.go === 0
  const frozen = frozenWords(plan.frozen).map(words => `; ${words}`)
  if (isIdle && finished)
    return frozen.length > 0
      ? { state: 'skipped', message: frozen.join('').slice(2) }
      : { state: 'done', message: 'there was nothing to prune' }
  const freed = ((bytesBefore - bytesAfter) / MIB).toFixed(1)
  return {
    state: 'done',
    message: `${plural(snapshots.length, 'snapshot')} pruned, ${freed} MiB less${rest}${frozen.join('')}`,
  }
}

const MIB = 1024 * 1024
