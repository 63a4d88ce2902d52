/**
 * What a fleet does to a vault. Leaving it to another host: first nobody writes to it any more, then the last of it is sent to a
 * replica, from which that host recovers it; cut off in between it is asked for again, and goes on. Adopting it: from then on
 * it is this host's, under a later epoch.
 */
import { z } from 'zod'
import { DamageFound, UsageError, VaultFenced } from '../src/model/errors.ts'
import type { VaultOwner } from '../src/model/vault-owner.ts'
import type { ReplicateProgress } from '../src/replica/run/send-vault.ts'
import { ownerAt } from '../src/vault/vault.ts'
import { withHeld } from './held.ts'
import type { Job, JobContext, Outcome } from './job.ts'
import { replicate } from './replicate.ts'

const host = z.string().min(1).max(300)
export const fleetDataSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('leave'),
    /** Id of the host that it is left to. */
    host,
    /** The replica from which that one recovers it. */
    target: z.string().min(1).max(10_000),
  }),
  z.strictObject({
    action: z.literal('adopt'),
    /** Id of this host. */
    host,
    epoch: z.int().positive(),
  }),
])
export type FleetData = z.infer<typeof fleetDataSchema>
type Leaving = Extract<FleetData, { action: 'leave' }>
type Adopting = Extract<FleetData, { action: 'adopt' }>

export interface FleetReport {
  owner: VaultOwner
  /** Of the replica that has all of it. */
  sent: { target: string; run: number } | null
}

/** Throws what `replicate` throws: the vault is then left behind, and not sent yet. */
export const fleet: Job<FleetData, FleetReport, ReplicateProgress> = {
  name: 'fleet',
  doc: 'Leaves the vault to another host of the fleet, or takes it over.',
  run: (context, data) => (data.action === 'leave' ? leave(context, data) : adopt(context, data)),
}

type Context = JobContext<ReplicateProgress>

async function leave(context: Context, { host, target }: Leaving): Promise<FleetReport> {
  const { 'vault.path': path } = context.config
  const before = ownerAt(path)
  if (before.retired && before.host !== host) throw new VaultFenced(path, before)
  if (!before.retired) await retire(context, host)
  const sent = await replicate.run(context, { target, init: false, last: true })
  if (sent.missing.length > 0)
    throw new DamageFound(`${sent.missing.length} files of the vault are missing, e.g. ${sent.missing[0]}`, {
      hint: 'the vault is left behind already: `docvault fleet adopt` takes it back, `docvault repair` mends it',
    })
  return { owner: ownerAt(path), sent: { target: sent.target, run: sent.run } }
}

function retire(context: Context, host: string): Promise<void> {
  return withHeld(context, 'docvault fleet move', async held => {
    const vault = await held.vault()
    vault.retire({ host, epoch: vault.owner().epoch + 1 })
  })
}

async function adopt(context: Context, { host, epoch }: Adopting): Promise<FleetReport> {
  if (context.held) throw new UsageError('the daemon of this host works on this vault: it is its own already')
  const claim = { host, epoch, reinstate: true }
  const task = async (held: { vault(): Promise<{ owner(): VaultOwner }> }) => (await held.vault()).owner()
  return { owner: await withHeld(context, 'docvault fleet adopt', task, { claim }), sent: null }
}

export function fleetOutcome({ owner, sent }: FleetReport): Outcome {
  const where = sent === null ? '' : `; run ${sent.run} of ${sent.target} has all of it`
  return { state: 'done', message: `the vault is of ${owner.host}, epoch ${owner.epoch}${where}` }
}
