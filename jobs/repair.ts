/** Mends a vault from what it has itself and from the platform, and marks as lost what nobody has. */
import type { Config } from '../config/settings.ts'
import { openSigner } from '../src/audit/ledger/keys.ts'
import { noteAct } from '../src/audit/ledger/write.ts'
import { DocvaultError, SourceUnavailable } from '../src/model/errors.ts'
import { isKeptKind } from '../src/model/kept-kind.ts'
import { plural } from '../src/model/plural.ts'
import { resources } from '../src/resources/index.ts'
import {
  type ContentSource,
  makeOtherVault,
  type OtherCatalog,
  openVault,
  otherCatalog,
  planRepairAt,
  type RepairProgress,
  type RepairReport,
  type Vault,
} from '../src/vault/vault.ts'
import { makePlatformSource } from '../src/verify/refetch/platform-source.ts'
import type { Actor } from './annotate.ts'
import { type Held, withClient, withHeld } from './held.ts'
import type { Job, JobContext, Outcome } from './job.ts'
import { chosenOrganizations } from './organizations.ts'

export interface RepairWish {
  /** Does not ask the platform. */
  offline?: boolean
  /** Vaults that came out of a replica: asked before the platform is, one after the other. */
  recovered?: readonly { vaultPath: string; name: string }[]
}

export interface RepairData extends Actor, RepairWish {}

export const repair: Job<RepairData, RepairReport, RepairProgress> = {
  name: 'repair',
  doc: 'Mends what is damaged in the vault, and marks as lost what nobody has.',
  run: (context, { by, ...wish }) =>
    withHeld(
      context,
      'docvault repair',
      async held => {
        const { config, signal, report } = context
        const file = config['audit.keyFile']
        const signer = file === null ? null : openSigner(file, config['vault.path'])
        const vault = await held.vault()
        const note = noteAct(signer, new Date(held.now()).toISOString())
        return withSources({ ...context, held, vault }, wish, sources =>
          vault.repair({ sources, others: othersOf(wish), signal, progress: report, acting: { by, note } }),
        )
      },
      { asFound: true },
    ),
}

/** What a repair would do; it changes nothing, and needs nobody who may write. */
export function planRepair(context: JobContext<RepairProgress>, wish: RepairWish): Promise<RepairReport> {
  const { config, signal, report } = context
  const path = config['vault.path']
  const plan = (sources: readonly ContentSource[]) =>
    planRepairAt(path, { sources, others: othersOf(wish), signal, progress: report })
  return withHeld(context, 'docvault repair', async held => {
    const vault = readerOrNull(config)
    if (vault === null) return plan([])
    try {
      return await withSources({ ...context, held, vault }, wish, plan)
    } finally {
      vault.close()
    }
  })
}

function othersOf({ recovered = [] }: RepairWish): OtherCatalog[] {
  return recovered.map(({ vaultPath, name }) => otherCatalog(vaultPath, name))
}

interface Asking {
  config: Config
  signal?: AbortSignal | undefined
  held: Held
  vault: Vault
}

/** What came out of a replica, then the platform. Where nobody can ask that, and nobody said not to, nothing is lost for it. */
async function withSources<T>(
  { config, signal, held, vault }: Asking,
  { offline = false, recovered = [] }: RepairWish,
  task: (sources: readonly ContentSource[]) => Promise<T>,
): Promise<T> {
  const replica = recovered.map(({ vaultPath, name }) => makeOtherVault(vaultPath, name))
  if (offline) return task(replica)
  if (!config['platform.url'] || !config['platform.token']) return task([...replica, notConfigured])
  return withClient(held, signal, platform =>
    task([
      ...replica,
      makePlatformSource({
        platform,
        vault,
        resources,
        organizations: () => chosenOrganizations(platform, config['platform.organizations']),
        formats: config['backup.formats'],
        knownSites: config['platform.sites'],
        alsoRead: config['backup.alsoRead'].filter(isKeptKind),
        signal,
      }),
    ]),
  )
}

const notConfigured: ContentSource = {
  open: async () => ({
    find: () =>
      Promise.reject(
        new SourceUnavailable(
          'the platform was not asked: set platform.url and platform.token, or go without it with --offline',
        ),
      ),
    close() {},
  }),
}

/** Null for one that cannot be read as it is: then nothing can be asked for it. */
function readerOrNull(config: Config): Vault | null {
  try {
    return openVault(config['vault.path'], { timezone: config['schedules.timezone'], asFound: true })
  } catch (error) {
    if (error instanceof DocvaultError) return null
    throw error
  }
}

/** For the record of runs. */
export function repairOutcome({ remedies, lost, left, finished }: RepairReport): Outcome {
  if (!finished) return { state: 'failed', message: 'not all was repaired: snapshots were being written' }
  if (left > 0) return { state: 'damage', message: `${plural(left, 'piece')} of damage left` }
  const known = lost === 0 ? '' : `; ${plural(lost, 'content')} lost`
  const done = remedies.filter(({ action }) => action !== 'none').length
  return {
    state: lost > 0 ? 'partial' : 'done',
    message:
      done === 0 ? `there was nothing to repair${known}` : `${plural(done, 'finding')} repaired${known}`,
  }
}
