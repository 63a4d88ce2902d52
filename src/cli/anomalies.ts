/** `anomalies`: what is open and stops forgetting, or what would have been found over the history of the vault. */
import { anomalyLimits } from '../../jobs/anomaly-settings.ts'
import { type ReplayedNight, replaying } from '../anomalies/replay.ts'
import { type Anomaly, ackCommand, isOpen } from '../model/anomaly.ts'
import { UsageError } from '../model/errors.ts'
import { formatLocal } from '../model/local-time.ts'
import { plural } from '../model/plural.ts'
import { inTurns } from '../model/stepwise.ts'
import { newestBackup } from '../vault/sealed-backups.ts'
import type { Vault } from '../vault/vault.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { openConfigured } from './open-vault.ts'
import { printTable } from './table.ts'
import { printable, type Terminal } from './terminal.ts'

export const anomalies: CommandModule = {
  examples: [
    ['docvault anomalies', 'what is open: nothing of these organizations is forgotten or pruned'],
    ['docvault anomalies --all', 'those that somebody has acknowledged as well, with their reasons'],
    [
      'docvault anomalies --replay',
      'what the rules, as they are configured now, would have found night by night',
    ],
  ],
  define(command) {
    command
      .option('--org <id>', 'only of this organization')
      .option('--all', 'those that are acknowledged as well')
      .option(
        '--replay',
        'go through the history again, and say what would have been found; nothing is changed',
      )
  },
  async run(context) {
    const { options } = context
    if (options.flag('replay') && options.flag('all'))
      throw new UsageError('--replay shows what would have been found, --all what was: not both')
    const vault = openConfigured(context)
    try {
      const organization = options.text('org')
      const known = vault.organizations().filter(organization => newestBackup(vault, organization) !== null)
      if (organization !== undefined && !known.includes(organization))
        throw new UsageError(`the vault has no snapshot of organization ${organization}`, {
          hint: known.length === 0 ? 'it has none at all' : `organizations: ${known.join(', ')}`,
        })
      const wanted = organization === undefined ? known : [organization]
      if (options.flag('replay')) await replay(context, vault, wanted)
      else list(context, vault, wanted)
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}

function list({ options, terminal }: CommandContext, vault: Vault, organizations: readonly string[]): void {
  const found = vault.anomalies().filter(of => organizations.includes(of.organization))
  const shown = options.flag('all') ? found : found.filter(isOpen)
  for (const anomaly of shown) terminal.event('anomaly', { ...anomaly, open: isOpen(anomaly) })
  terminal.event('summary', { open: found.filter(isOpen).length, found: found.length })
  if (shown.length === 0) terminal.line(options.flag('all') ? 'nothing was ever found' : 'nothing is open')
  else printAnomalies(shown, vault, terminal)
  for (const open of shown.filter(isOpen)) terminal.line(printable(endWords(open)))
}

function endWords(open: Anomaly): string {
  const { anomaly, before, snapshot } = open
  return `${anomaly}: \`docvault diff ${before} ${snapshot} --stat\` shows it, \`${ackCommand(open)}\` ends it`
}

function printAnomalies(shown: readonly Anomaly[], { timezone }: Vault, terminal: Terminal): void {
  const several = new Set(shown.map(({ organization }) => organization)).size > 1
  printTable(terminal, {
    head: [
      'anomaly',
      `seen (${timezone})`,
      ...(several ? ['organization'] : []),
      'before',
      'what',
      'acknowledged',
    ],
    rows: shown.map(({ anomaly, at, organization, before, text, ack }) => [
      anomaly,
      formatLocal(at, timezone).slice(0, 16),
      ...(several ? [printable(organization)] : []),
      before,
      printable(text),
      ack === null ? 'no' : printable(`by ${ack.by}: ${ack.reason}`),
    ]),
    narrow: [
      ['organization', 0],
      ['acknowledged', 12],
      ['what', 24],
    ],
  })
}

async function replay(
  context: CommandContext,
  vault: Vault,
  organizations: readonly string[],
): Promise<void> {
  const { terminal, signal, config } = context
  for (const organization of organizations) {
    const counts = { nights: 0, edited: 0, found: 0 }
    const rows: [string, string, string][] = []
    const each = ({ night: { from, to }, found }: ReplayedNight) => {
      counts.nights++
      const { added = 0, modified = 0, removed = 0 } = vault.snapshot(to.snapshot) ?? {}
      if (added + modified + removed > 0) counts.edited++
      if (found.length > 0) counts.found++
      const event = { organization, from: from.snapshot, snapshot: to.snapshot, found }
      terminal.event('night', event)
      for (const { anomaly, text } of found)
        rows.push([anomaly, formatLocal(to.started, vault.timezone).slice(0, 16), printable(text)])
    }
    const work = replaying(vault, organization, anomalyLimits(config()), each)
    await inTurns(work, async () => signal.throwIfAborted())
    terminal.event('summary', { organization, ...counts })
    if (rows.length > 0)
      printTable(terminal, {
        head: ['anomaly', `night (${vault.timezone})`, 'what'],
        rows,
        narrow: [['what', 24]],
      })
    terminal.line(
      printable(
        `${organization}: ${plural(counts.nights, 'night')}, ${counts.edited} with changes; something would have been found in ${counts.found}`,
      ),
    )
  }
  if (organizations.length === 0) terminal.line('the vault has no backup yet')
}
