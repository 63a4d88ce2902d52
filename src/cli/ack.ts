import { ack as job } from '../../jobs/ack.ts'
import { isOpen } from '../model/anomaly.ts'
import { UsageError } from '../model/errors.ts'
import { plural } from '../model/plural.ts'
import { annotateVault } from './annotate.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { openConfigured } from './open-vault.ts'
import { personHere } from './person.ts'
import { printable } from './terminal.ts'

export const ack: CommandModule = {
  examples: [
    [
      "docvault ack mass-removal-38 --reason 'moved to the archive'",
      'somebody meant it: forget and prune go on',
    ],
    [
      "docvault ack mass-overwrite-38 high-entropy-38 --reason 'ransomware, restored from 37'",
      'several at once',
    ],
  ],
  define(command) {
    command
      .argument('<anomaly...>', 'as `docvault anomalies` calls them')
      .option('--reason <text>', 'what it was; it is kept in the ledger')
  },
  async run(context) {
    const { args, options, terminal } = context
    const reason = options.text('reason')
    if (reason === undefined || reason.trim() === '')
      throw new UsageError('an anomaly is acknowledged with a reason', { hint: 'say it with --reason' })
    const acknowledged = await annotateVault(context, job, { by: personHere(), anomalies: args, reason })
    for (const anomaly of acknowledged) {
      terminal.event('summary', { ...anomaly })
      terminal.line(printable(`${anomaly.anomaly} is acknowledged: ${reason}`))
    }
    const pinned = [...new Set(acknowledged.map(({ before }) => before))]
    terminal.line(
      `the pin stays until \`docvault unpin\`: ${plural(pinned.length, 'snapshot')} ${pinned.join(', ')}`,
    )
    const vault = openConfigured(context)
    try {
      for (const organization of new Set(acknowledged.map(of => of.organization))) {
        const open = vault.anomalies().filter(of => of.organization === organization && isOpen(of))
        terminal.line(
          printable(
            open.length === 0
              ? `forget and prune go on with organization ${organization}`
              : `organization ${organization} stays frozen: ${open.map(({ anomaly }) => anomaly).join(', ')}`,
          ),
        )
      }
    } finally {
      vault.close()
    }
    return exitCodes.done
  },
}
