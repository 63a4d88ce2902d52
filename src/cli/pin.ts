import { pin as job } from '../../jobs/annotate.ts'
import { annotateVault, snapshotAsked } from './annotate.ts'
import type { CommandModule } from './command.ts'
import { parseEnd } from './end-time.ts'
import { exitCodes } from './exit-code.ts'
import { SNAPSHOT_ARGUMENT } from './named-snapshot.ts'
import { printable } from './terminal.ts'

export const pin: CommandModule = {
  examples: [
    ['docvault pin latest --reason release-2', 'keep the newest complete snapshot, whatever the policy says'],
    ['docvault pin 12 --until 90d', 'for three months'],
  ],
  define(command) {
    command
      .argument('<snapshot>', SNAPSHOT_ARGUMENT)
      .option('--reason <text>', 'why; it is shown beside the snapshot', '')
      .option('--until <time>', 'how long from now (48h, 90d, 8w), or a day; default for ever')
      .option('--org <id>', 'which organization `latest` means')
  },
  async run(context) {
    const { options, terminal } = context
    const until = options.text('until')
    const now = context.now()
    const clock = { now, timezone: context.config()['schedules.timezone'] }
    const pinned = await annotateVault(context, job, {
      ...snapshotAsked(context),
      reason: options.text('reason') ?? '',
      ...(until === undefined ? {} : { until: parseEnd('--until', until, clock) }),
    })
    terminal.event('summary', pinned)
    const end = pinned.until === null ? '' : ` until ${terminal.when(pinned.until, clock.timezone)}`
    const why = pinned.reason === '' ? '' : `: ${pinned.reason}`
    terminal.line(printable(`snapshot ${pinned.snapshot} is pinned${end}${why}`))
    if (pinned.back) terminal.line('it was forgotten, and is no more')
    return exitCodes.done
  },
}
