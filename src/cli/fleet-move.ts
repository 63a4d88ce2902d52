/** `fleet move`: leaves a vault to another host. What is left to do there, is said. */
import { fleet } from '../../jobs/fleet.ts'
import { replicate } from '../../jobs/replicate.ts'
import type { FleetAnswer } from '../fleet/answer.ts'
import { UsageError } from '../model/errors.ts'
import { ownerAt } from '../vault/vault.ts'
import type { CommandContext } from './command.ts'
import { platformOf } from './fleet-platform.ts'
import { perform } from './perform.ts'
import { phaseBarOf } from './phase-bar.ts'
import { replicaTargets } from './replica-targets.ts'
import { printable } from './terminal.ts'

export async function moveVault(context: CommandContext, answer: FleetAnswer): Promise<void> {
  const { options, terminal, signal } = context
  const { name, config } = platformOf(context)
  const host = hostNamed(options.text('to'), answer)
  const target = onlyTarget(context)
  const owner = ownerAt(config['vault.path'])
  if (owner.host === host && !owner.retired) throw new UsageError(`${name} is on ${host} already`)
  if (!options.flag('apply')) {
    terminal.event('plan', { platform: name, host, target, epoch: owner.epoch })
    terminal.line(
      printable(`${name} would be left to ${host}, by ${target}. Nothing was changed: --apply does it`),
    )
    return
  }
  const bar = phaseBarOf(context)
  try {
    // Most of it goes while backups go on.
    if (!owner.retired) await replicate.run({ config, signal, report: bar.report }, { target, init: false })
    const left = await perform(context, fleet, { action: 'leave', host, target }, bar.report)
    bar.stop()
    terminal.event('summary', { platform: name, host, epoch: left.owner.epoch, ...left.sent })
    terminal.line(
      printable(`${name} is left to ${host}: run ${left.sent?.run} of ${target} has all of it. On ${host}:`),
    )
    terminal.line(printable(`  docvault recover ${target} ${config['vault.path']}`))
    terminal.line('  docvault fleet adopt --apply')
  } finally {
    bar.stop()
  }
}

function onlyTarget(context: CommandContext): string {
  const [target, ...others] = replicaTargets(context, context.options.text('target'))
  if (target !== undefined && others.length === 0) return target
  throw new UsageError('there are several replicas', { hint: 'name the one that it goes by with --target' })
}

/** A name that two hosts have is none. */
function hostNamed(wanted: string | undefined, { hosts, host: here }: FleetAnswer): string {
  if (wanted === undefined) throw new UsageError('where to?', { hint: 'name the host with --to' })
  const named = hosts.filter(({ id, name }) => id === wanted || name === wanted)
  const known = hosts.map(({ id }) => id).join(', ')
  const [there, other] = named
  if (there === undefined || other !== undefined)
    throw new UsageError(
      `${there === undefined ? 'there is no host' : 'there are several hosts'} ${wanted}`,
      {
        hint: `hosts are ${known}`,
      },
    )
  if (there.id === here) throw new UsageError(`this is ${there.id}`)
  if (there.away) throw new UsageError(`${there.id} is away: it was last seen at ${there.seen}`)
  return there.id
}
