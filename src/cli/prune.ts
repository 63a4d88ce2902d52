/** `prune`: what would go out of the vault, and what stays; and, with --apply, that it goes. */
import { prune as job, type PruneData } from '../../jobs/prune.ts'
import { UsageError } from '../model/errors.ts'
import type { PrunePlan } from '../vault/vault.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { parseMaxDuration } from './max-duration.ts'
import { openConfigured } from './open-vault.ts'
import { perform } from './perform.ts'
import { personHere } from './person.ts'
import { phaseBarOf } from './phase-bar.ts'
import { printPruned, printPrunePlan } from './prune-words.ts'

export const prune: CommandModule = {
  examples: [
    ['docvault prune', 'what would go, and how many bytes; nothing is changed'],
    ['docvault prune --apply', 'it goes, for good'],
    ['docvault prune --apply --max-duration 10m', 'for ten minutes; the next one goes on'],
  ],
  define(command) {
    command
      .option('--apply', 'do it: what goes cannot be brought back')
      .option('--max-duration <time>', 'with --apply: end after so long; the next one goes on')
  },
  async run(context) {
    const { options } = context
    const time = options.text('maxDuration')
    const isApplied = options.flag('apply')
    if (time !== undefined && !isApplied)
      throw new UsageError('--max-duration goes with --apply: nothing was changed')
    const maxDurationMs =
      time === undefined ? {} : { maxDurationMs: parseMaxDuration('retention.maxPrune', time) }
    const undoMs = context.config()['retention.undo']
    if (isApplied) return apply(context, { by: personHere(), undoMs, ...maxDurationMs })
    printPrunePlan(context, await planned(context, undoMs))
    return exitCodes.done
  },
}

async function planned(context: CommandContext, undoMs: number): Promise<PrunePlan> {
  const vault = openConfigured(context)
  try {
    return await vault.planPrune({ undoMs, signal: context.signal })
  } finally {
    vault.close()
  }
}

async function apply(context: CommandContext, data: PruneData): Promise<number> {
  openConfigured(context).close()
  const bar = phaseBarOf(context)
  const result = await perform(context, job, data, bar.report).finally(() => bar.stop())
  printPruned(context, result)
  return exitCodes.done
}
