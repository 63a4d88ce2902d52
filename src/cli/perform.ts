/**
 * Has a job done by whoever may write to the vault: the daemon that holds it, else this process. Either way it ends with
 * the same result, the same events and the same errors; Ctrl-C cancels it and waits for its clean end.
 */
import type { Job } from '../../jobs/job.ts'
import { jobSettings } from '../daemon/delegated-settings.ts'
import { type DaemonNote, identityOf } from '../delegation/address.ts'
import { type Follow, findDaemon, handOver } from '../delegation/hand-over.ts'
import { VaultLocked, VaultMissing, VaultUnusable } from '../model/errors.ts'
import type { VaultHolder } from '../model/vault-holder.ts'
import { openVault, type Upgrade, upgradeWords } from '../vault/vault.ts'
import type { CommandContext } from './command.ts'

export async function perform<Data, Result, Event>(
  context: Pick<CommandContext, 'signal' | 'version' | 'config' | 'given'>,
  job: Job<Data, Result, Event>,
  data: Data,
  report: (event: Event) => void,
): Promise<Result> {
  const { signal, version } = context
  const config = context.config()
  const path = config['vault.path']
  const find = () => findDaemon(path, version, () => holderOf(path))
  const handTo = (daemon: DaemonNote): Promise<Result> => {
    const request = {
      version,
      holder: daemon.holder,
      folder: identityOf(path),
      job: job.name,
      data,
      settings: jobSettings(context.given()),
    }
    return handOver(daemon, request, followOf(signal, report))
  }
  const daemon = await find()
  if (daemon !== null) return handTo(daemon)
  let isBegun = false
  const reportBegun = (event: Event) => {
    isBegun = true
    report(event)
  }
  try {
    return await job.run({ config, signal, report: reportBegun, upgraded: sayUpgraded }, data)
  } catch (error) {
    // A daemon may have taken the vault since it was looked for, as after `fleet adopt`. What has begun here stays here.
    const taker = error instanceof VaultLocked && !isBegun ? await find() : null
    if (taker === null) throw error
    return handTo(taker)
  }
}

function followOf<Event>(signal: AbortSignal, report: (event: Event) => void): Follow<Event> {
  let [run, begun]: [string | null, unknown] = [null, null]
  return {
    signal,
    begun(id) {
      run = id
    },
    event(event) {
      if (typeof event === 'object' && event !== null && 'type' in event && event.type === 'begin')
        begun = event
      report(event)
    },
    waiting: runs =>
      say(`waiting for ${runs.join(', ')} to end; \`docvault trigger --cancel RUN\` ends one earlier`),
    cancelling: () => say('cancelled; waiting for a clean end (Ctrl-C again: do not wait)'),
    afterDeath: () => whatIsLeft(run, begun),
  }
}

/** Standard output is for the result. */
function say(words: string): void {
  process.stderr.write(`docvault: ${words}\n`)
}

function sayUpgraded(upgrade: Upgrade): void {
  say(upgradeWords(upgrade))
}

/** Every job goes on with what it finds, when it is asked again. */
function whatIsLeft(run: string | null, begun: unknown): string {
  const restore = typeof begun === 'object' && begun !== null && 'run' in begun ? begun.run : undefined
  const log = run === null ? '' : `; \`docvault logs ${run}\` says how far it came`
  return restore === undefined
    ? `what is stored is kept: run the same command again${log}`
    : `what is done is noted: \`docvault restore --resume ${restore}\` goes on with it${log}`
}

/** Null also for a vault that cannot be read: whoever opens it to write says why. */
function holderOf(path: string): VaultHolder | null {
  try {
    const vault = openVault(path, { asFound: true })
    try {
      return vault.heldBy(Date.now())
    } finally {
      vault.close()
    }
  } catch (error) {
    if (error instanceof VaultMissing || error instanceof VaultUnusable) return null
    throw error
  }
}
