/** Takes the work that commands hand over to a platform of this daemon, and has it done as a run that somebody attends. */
import type { Config } from '../../config/settings.ts'
import { type Held, withOwnConnections } from '../../jobs/held.ts'
import { type Delegate, listenForWork } from '../delegation/listen.ts'
import type { WorkWish } from '../delegation/messages.ts'
import type { Watch } from '../delegation/session.ts'
import type { Redact } from '../model/redact.ts'
import type { AttendedRuns } from '../queue/attended-runs.ts'
import type { WritableVault } from '../vault/vault.ts'
import { withSettings } from './delegated-settings.ts'
import type { Logger } from './logs.ts'

export interface DelegationOptions {
  vault: WritableVault
  held: Held
  attended: AttendedRuns
  version: string
  redact: Redact
  log: Logger
  keepSecrets(config: Config): void
  config(): Config
  nameRun(job: string): string
}

/** Null where this machine can offer no socket: the log says so, and the daemon works all the same. */
export async function openDelegation(options: DelegationOptions): Promise<Delegate | null> {
  const { vault, version, redact, log } = options
  try {
    return await listenForWork({
      vaultPath: vault.path,
      holder: vault.lease,
      version,
      redact,
      work: (request, watch) => attend(options, request, watch),
    })
  } catch (error) {
    log.error({ reason: String(error) }, 'commands beside this daemon cannot hand over their work')
    return null
  }
}

async function attend(
  { held, attended, keepSecrets, nameRun, config: current }: DelegationOptions,
  { job, data, settings }: WorkWish,
  watch: Watch,
): Promise<unknown> {
  const { config, reaches } = withSettings(current(), settings)
  keepSecrets(config)
  const own = reaches ? withOwnConnections(held, config) : null
  try {
    return await attended.run({ id: nameRun(job), job, data, context: { config, held: own ?? held } }, watch)
  } finally {
    await own?.close()
  }
}
