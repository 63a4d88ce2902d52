/** Stores the contents of the vault anew so that they take less room, and the newest are read fastest. */
import { DamageFound } from '../src/model/errors.ts'
import type { CompactProgress, CompactResult } from '../src/vault/vault.ts'
import { withHeld } from './held.ts'
import { inOnePiece, type Job, type Outcome, type QueuedContext, queued } from './job.ts'

export interface CompactData {
  /** Of zstd. */
  level: number
  /** It ends after this time, and the next one goes on. Milliseconds. */
  maxDurationMs?: number
  /** Write the catalog anew as a whole at the end. */
  vacuum?: boolean
}

export const compact: Job<CompactData, CompactResult, CompactProgress> = {
  name: 'compact',
  doc: 'Stores the contents of the vault anew in less room, and gives the space back.',
  run: (context, { level, maxDurationMs, vacuum }) =>
    withHeld(context, 'docvault compact', async held => {
      const { signal, report } = context
      const vault = await held.vault()
      return vault.compact({ level, maxDurationMs, vacuum, signal, progress: report })
    }),
}

export const scheduledCompact = queued({
  name: 'compact',
  doc: 'Stores the contents of the vault anew in less room, for a limited time.',
  holds: 'itself',
  priority: 20,
  attempts: 3,
  catchUp: false,
  schedule: config => config['schedules.compact'],
  open: async context => inOnePiece(() => runCompact(context)),
})

async function runCompact(context: QueuedContext): Promise<Outcome> {
  const { config } = context
  try {
    const data = { level: config['compact.level'], maxDurationMs: config['compact.maxDuration'] }
    return compactOutcome(await compact.run(context, data))
  } catch (error) {
    // The same every time, until somebody mends it.
    if (error instanceof DamageFound) return { state: 'damage', message: error.message }
    throw error
  }
}

/** For the record of runs. */
export function compactOutcome(result: CompactResult): Outcome {
  const { plan, files, finished, bytesBefore, bytesAfter } = result
  if (plan === null) return { state: 'done', message: 'nothing was compacted: a snapshot was being written' }
  const rest = finished ? '' : '; its time was over first, and the next one goes on'
  if (plan.loose === 0 && files.stored === 0 && finished)
    return { state: 'done', message: 'there was nothing to compact' }
  const freed = ((bytesBefore - bytesAfter + files.savedBytes) / MIB).toFixed(1)
  return {
    state: 'done',
    message: `${plan.loose} of ${plan.contents} contents stored anew, ${freed} MiB less${rest}`,
  }
}

const MIB = 1024 * 1024
