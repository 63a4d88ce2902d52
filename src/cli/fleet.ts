/**
 * `fleet …`: which hosts share the work and which vault is where; a vault left to another host, and taken over from a lost one;
 * many platforms added to the configuration.
 */
import { suggest } from '../../config/suggest.ts'
import { type FleetAnswer, fleetSchema } from '../fleet/answer.ts'
import { UsageError } from '../model/errors.ts'
import { formatBytes } from '../model/format.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { daemonClient } from './daemon-client.ts'
import { exitCodes } from './exit-code.ts'
import { addPlatforms } from './fleet-add.ts'
import { adoptVault } from './fleet-adopt.ts'
import { moveVault } from './fleet-move.ts'
import { printTable } from './table.ts'
import { printable } from './terminal.ts'

/** Asked of the daemon. `add` needs none: it is about the configuration that one will have. */
const actions: Readonly<
  Record<string, (context: CommandContext, answer: FleetAnswer) => Promise<void> | void>
> = { hosts: listHosts, list: listPlaces, move: moveVault, adopt: adoptVault }

export const fleet: CommandModule = {
  examples: [
    ['docvault fleet hosts', 'which hosts there are, when each was last seen, and how much room it has'],
    [
      'docvault fleet list',
      'every platform, those that need somebody first: on which host, how it stands, and why',
    ],
    ['docvault fleet list --tenant acme', 'those of one tenant'],
    [
      'docvault fleet move --to web-2 --apply',
      'on its host: leaves the vault to another one, by its replica',
    ],
    [
      'docvault fleet adopt',
      'on the new host: what the recovered folder has, and from whom it would be taken',
    ],
    ['docvault fleet adopt --max-age 26h --apply', 'takes it over, unless the copy is older than that'],
    ['docvault fleet add --csv customers.csv', 'which platforms a table would add to the configuration file'],
    ['docvault fleet add --csv customers.csv --apply', 'adds them, all or none'],
  ],
  define(command) {
    command
      .argument('<what>', 'hosts · list · move · adopt · add')
      .option('--tenant <name>', 'list: only what is of this tenant (platform.tenant)')
      .option('--to <host>', 'move: name or id of the host that goes on with it')
      .option('--target <target>', 'move: the replica that it goes by; default the one of replica.targets')
      .option('--max-age <time>', 'adopt: how old the newest complete snapshot of an organization may be')
      .option('--csv <file>', 'add: a table with a line that names its columns: name, and settings')
      .option('--apply', 'move, adopt, add: do it; else only what would be done is said')
  },
  async run(context) {
    const [what = ''] = context.args
    if (what === 'add') {
      addPlatforms(context)
      return exitCodes.done
    }
    const action = actions[what]
    if (action === undefined)
      throw new UsageError(`"${what}" is nothing that can be done with a fleet`, {
        hint: `say docvault fleet ${Object.keys(actions).join('|')}|add`,
      })
    const [first] = context.platforms()
    if (!first) throw new UsageError('there is no platform to work for')
    const answer = fleetSchema.parse(await daemonClient(first.config).get('/api/fleet'))
    if (answer.host === null && what !== 'list')
      throw new UsageError('this daemon works by itself: fleet.host is not set', {
        hint: 'docs/how-to/run/fleet.md says how several hosts share the work',
      })
    await action(context, answer)
    return exitCodes.done
  },
}

function listHosts({ terminal }: CommandContext, { host: here, hosts }: FleetAnswer): void {
  for (const host of hosts) terminal.event('host', { ...host, here: host.id === here })
  const rows = hosts.map(host => [
    printable(host.id),
    printable(host.name),
    host.vaults,
    host.free_bytes === null ? '' : formatBytes(host.free_bytes),
    printable(host.version),
    host.seen,
    host.away ? 'away' : host.id === here ? 'here' : '',
  ])
  const head = ['host', 'name', 'vaults', 'free', 'version', 'seen', '']
  if (!terminal.json) printTable(terminal, { head, rows })
}

function listPlaces({ terminal, options }: CommandContext, { platforms }: FleetAnswer): void {
  const found = ofTenant(platforms, options.text('tenant'))
  for (const standing of found) terminal.event('place', { ...standing, away: standing.state === 'away' })
  const rows = found.map(({ platform, tenant, host, epoch, state, why, complete }) => [
    platform,
    tenant ?? '',
    printable(host ?? ''),
    epoch ?? '',
    complete ?? '',
    state,
    printable(why ?? ''),
  ])
  const head = ['platform', 'tenant', 'host', 'epoch', 'complete', 'state', '']
  if (!terminal.json) printTable(terminal, { head, rows })
}

function ofTenant(standings: FleetAnswer['platforms'], wanted: string | undefined): FleetAnswer['platforms'] {
  if (wanted === undefined) return standings
  const found = standings.filter(({ tenant }) => tenant === wanted)
  if (found.length > 0) return found
  const meant = suggest(wanted, [...new Set(standings.flatMap(({ tenant }) => tenant ?? []))])
  throw new UsageError(`no platform of this fleet is of a tenant ${wanted}`, {
    hint: meant ? `did you mean ${meant}?` : '`docvault fleet list` shows the tenant of each',
  })
}
