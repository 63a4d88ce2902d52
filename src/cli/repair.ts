/** `repair`: what would mend what a check finds; and, with --apply, that it is done. */
import { repair as job, planRepair, type RepairWish } from '../../jobs/repair.ts'
import { damageError } from '../model/disk-errors.ts'
import { DamageFound, VaultUnusable } from '../model/errors.ts'
import type { RepairProgress, RepairReport } from '../vault/vault.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { openConfigured } from './open-vault.ts'
import { perform } from './perform.ts'
import { personHere } from './person.ts'
import { phaseBarOf } from './phase-bar.ts'
import { assertReplicaNamed, RECOVERY_OPTIONS } from './recovery-options.ts'
import { printRepair } from './repair-words.ts'
import { withSoundRun } from './with-recovered.ts'

export const repair: CommandModule = {
  examples: [
    ['docvault repair', 'reads everything, and says what would mend what is damaged; nothing is changed'],
    ['docvault repair --apply', 'does it; what was there before is kept below repairs/'],
    [
      'docvault repair --from /mnt/disk/replica',
      'looks in a replica as well; asks for the passphrase that opens it',
    ],
    ['docvault repair --offline', 'does not ask the platform for what is damaged'],
  ],
  define(command) {
    command
      .option('--apply', 'do it')
      .option('--offline', 'do not ask the platform')
      .option(
        '--from <target>',
        'take from this replica what is missing, rows and bytes, before the platform is asked',
      )
      .option(...RECOVERY_OPTIONS.asOf)
      .option(...RECOVERY_OPTIONS.identity)
      .option(...RECOVERY_OPTIONS.passphraseFile)
  },
  async run(context) {
    const from = context.options.text('from')
    assertReplicaNamed(context.options, from)
    const wish = context.options.flag('offline') ? { offline: true } : {}
    if (from === undefined) return mend(context, wish)
    return withSoundRun(context, from, runs => {
      const recovered = runs.map(({ vaultPath, origin: { target, run } }) => {
        return { vaultPath, name: `run ${run} of ${target}` }
      })
      return mend(context, { ...wish, recovered })
    })
  },
}

async function mend(context: CommandContext, wish: RepairWish): Promise<number> {
  const isApplied = context.options.flag('apply')
  const progress = phaseBarOf(context)
  const report = await (isApplied
    ? apply(context, wish, progress.report)
    : plan(context, wish, progress.report)
  ).finally(progress.stop)
  printRepair(context, report, isApplied)
  return exitCodeOf(report)
}

function exitCodeOf({ left, lost, applied, finished }: RepairReport): number {
  if (left > 0) return exitCodes.damage
  return (applied && lost > 0) || !finished ? exitCodes.partial : exitCodes.done
}

type Report = (progress: RepairProgress) => void

function plan({ config, signal }: CommandContext, wish: RepairWish, report: Report): Promise<RepairReport> {
  return planRepair({ config: config(), signal, report }, wish)
}

async function apply(context: CommandContext, wish: RepairWish, report: Report): Promise<RepairReport> {
  assertThere(context)
  try {
    return await perform(context, job, { by: personHere(), ...wish }, report)
  } catch (error) {
    if (!isOfVault(error)) throw error
    // It cannot be opened to be written: nothing was changed, and the plan says why.
    return plan(context, wish, report)
  }
}

/** Throws VaultMissing: a repair makes no vault. */
function assertThere(context: CommandContext): void {
  try {
    openConfigured(context).close()
  } catch (error) {
    if (!isOfVault(error)) throw error
  }
}

function isOfVault(error: unknown): boolean {
  return error instanceof DamageFound || error instanceof VaultUnusable || damageError(error) !== null
}
