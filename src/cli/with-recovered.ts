/**
 * The vault out of a replica, into a temporary folder, for one command. Done here and never by a daemon: what opens a replica is
 * not for it.
 */
import { join } from 'node:path'
import { plural } from '../model/plural.ts'
import { makeTemporaryFolder } from '../model/temporary-folder.ts'
import { openStore } from '../replica/open-store.ts'
import { openRecovery } from '../replica/recover/open-recovery.ts'
import { recoverInto } from '../replica/recover/recover.ts'
import type { ReplicaOrigin } from '../verify/drill.ts'
import type { CommandContext } from './command.ts'
import { phaseBarOf } from './phase-bar.ts'
import { asOfOption, keySource } from './recovery-options.ts'
import { printable } from './terminal.ts'

export interface RecoveredVault {
  vaultPath: string
  origin: ReplicaOrigin
}

/** `use` has it to itself; it is gone afterwards. */
export async function withRecovered<T>(
  context: CommandContext,
  from: string,
  use: (recovered: RecoveredVault) => Promise<T>,
): Promise<T> {
  const temporary = makeTemporaryFolder('drill')
  try {
    const vaultPath = join(temporary.path, 'recovered')
    return await use({ vaultPath, origin: await recover(context, from, vaultPath) })
  } finally {
    temporary.remove()
  }
}

async function recover(context: CommandContext, from: string, vaultPath: string): Promise<ReplicaOrigin> {
  const { signal, terminal } = context
  const store = await openStore(from, context.config())
  try {
    const asOf = asOfOption(context)
    const keys = await openRecovery(store, { asOf, ...keySource(context) })
    const progress = phaseBarOf(context)
    const report = await recoverInto(vaultPath, store, {
      ...{ ...keys, asOf, signal },
      progress: progress.report,
    }).finally(progress.stop)
    const { run, created, files, snapshots } = report
    const damaged =
      report.findings.filter(({ severity }) => severity === 'damage').length + report.missing.length
    const origin = { target: store.name, run, created, damaged }
    terminal.event('recovered', { ...origin, files, snapshots })
    terminal.line(
      `recovered out of ${printable(store.name)}: run ${run} of ${terminal.when(created)}, ${plural(snapshots, 'snapshot')}, ${plural(files, 'file')}, every digest that of the vault`,
    )
    if (damaged > 0)
      terminal.line(
        `what was damaged or missing in the vault is so there as well: ${plural(damaged, 'finding')}; an earlier run may not have it (\`docvault recover ${printable(store.name)} --list\`, then --as-of)`,
      )
    return origin
  } finally {
    await store.close()
  }
}
