/**
 * The vault out of a replica, into a temporary folder, for one command. Done here and never by a daemon: what opens a replica is
 * not for it.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { firstOf } from '../model/first-of.ts'
import { plural } from '../model/plural.ts'
import { makeTemporaryFolder } from '../model/temporary-folder.ts'
import { NoKeyFits, ReplicaDamaged, ReplicaUnusable } from '../replica/errors.ts'
import { openStore } from '../replica/open-store.ts'
import { listRuns } from '../replica/recover/list-runs.ts'
import { openRecovery, type RecoveryKeys } from '../replica/recover/open-recovery.ts'
import { recoverInto } from '../replica/recover/recover.ts'
import type { ReplicaStore } from '../replica/store.ts'
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
export function withRecovered<T>(
  context: CommandContext,
  from: string,
  use: (recovered: RecoveredVault) => Promise<T>,
): Promise<T> {
  return withReplica(context, from, async replica => {
    const newest = await recover(replica)
    if (newest.origin.damaged > 0) context.terminal.line(`${repeated(newest)}; ${earlierHint(newest)}`)
    return use(newest)
  })
}

/**
 * A replica repeats what was damaged in the vault when it was sent: then with the newest run of before that, where none is named
 * by its time. The newest first; they are gone afterwards.
 */
export function withSoundRun<T>(
  context: CommandContext,
  from: string,
  use: (recovered: readonly RecoveredVault[]) => Promise<T>,
): Promise<T> {
  const { terminal } = context
  return withReplica(context, from, async replica => {
    const newest = await recover(replica)
    if (newest.origin.damaged === 0) return use([newest])
    if (replica.asOf !== undefined) {
      terminal.line(`${repeated(newest)}; ${earlierHint(newest)}`)
      return use([newest])
    }
    terminal.line(`${repeated(newest)}: runs of before are looked at`)
    const sound = await newestSound(replica, newest.origin.run)
    if (sound === null) terminal.line(`no run of ${printable(replica.store.name)} was found without damage`)
    return use(sound === null ? [newest] : [newest, sound])
  })
}

function repeated({ origin: { damaged } }: RecoveredVault): string {
  return `what was damaged or missing in the vault is so there as well: ${plural(damaged, 'finding')}`
}

function earlierHint({ origin: { target } }: RecoveredVault): string {
  return `an earlier run may not have it (\`docvault recover ${printable(target)} --list\`, then --as-of)`
}

interface Replica {
  context: CommandContext
  store: ReplicaStore
  keys: RecoveryKeys
  asOf: number | undefined
  /** Of what is recovered. */
  folder: string
}

async function withReplica<T>(
  context: CommandContext,
  from: string,
  use: (replica: Replica) => Promise<T>,
): Promise<T> {
  const store = await openStore(from, context.config())
  const temporary = makeTemporaryFolder('drill')
  try {
    const asOf = asOfOption(context)
    const keys = await openRecovery(store, { asOf, ...keySource(context) })
    return await use({ context, store, keys, asOf, folder: temporary.path })
  } finally {
    await store.close()
    temporary.remove()
  }
}

/** Null where none is. What one has that is sound those of before it have as well, as far as anybody knows. */
async function newestSound(replica: Replica, newest: number): Promise<RecoveredVault | null> {
  const { runs } = await listRuns(replica.store, undefined)
  const earlier = runs.map(({ run }) => run).filter(run => run < newest)
  let found: RecoveredVault | null = null
  await firstOf(earlier.length, async at => {
    const recovered = await recoverOrNull(replica, earlier[at])
    const isSound = recovered?.origin.damaged === 0
    const other: RecoveredVault | null = isSound ? found : recovered
    if (other !== null) rmSync(other.vaultPath, { recursive: true, force: true })
    if (isSound) found = recovered
    return isSound
  })
  return found
}

/** One that cannot be recovered is none that is sound. */
async function recoverOrNull(replica: Replica, run: number | undefined): Promise<RecoveredVault | null> {
  try {
    return await recover(replica, run)
  } catch (error) {
    const isOfRun = [ReplicaDamaged, ReplicaUnusable, NoKeyFits].some(kind => error instanceof kind)
    if (!isOfRun || !(error instanceof Error)) throw error
    replica.context.terminal.line(error.message)
    return null
  }
}

/** `run`: else the newest. */
async function recover(
  { context, store, keys, asOf, folder }: Replica,
  run?: number,
): Promise<RecoveredVault> {
  const { signal, terminal } = context
  const vaultPath = join(folder, run === undefined ? 'newest' : `run-${run}`)
  const progress = phaseBarOf(context)
  const report = await recoverInto(vaultPath, store, {
    ...{ ...keys, asOf, run, signal },
    progress: progress.report,
  }).finally(progress.stop)
  const { created, files, snapshots } = report
  const damaged =
    report.findings.filter(({ severity }) => severity === 'damage').length + report.missing.length
  const origin = { target: store.name, run: report.run, created, damaged }
  terminal.event('recovered', { ...origin, files, snapshots })
  terminal.line(
    `recovered out of ${printable(store.name)}: run ${report.run} of ${terminal.when(created)}, ${plural(snapshots, 'snapshot')}, ${plural(files, 'file')}, every digest that of the vault`,
  )
  return { vaultPath, origin }
}
