import { z } from 'zod'
import { UsageError } from '../model/errors.ts'
import type { CommandModule } from './command.ts'
import { daemonClient } from './daemon-client.ts'
import { exitCodes } from './exit-code.ts'

export const trigger: CommandModule = {
  examples: [
    ['docvault trigger backup', 'a backup now'],
    ['docvault trigger check', 'the daily check now'],
  ],
  define(command) {
    command
      .argument('[job]', 'backup, sync, mirror, check')
      .option('--org <id>', 'only this organization')
      .option('--cancel <run>', 'cancel this run instead; what it has read is kept')
  },
  async run({ args, options, platforms, terminal }) {
    const [job] = args
    const cancel = options.text('cancel')
    if ((job === undefined) === (cancel === undefined))
      throw new UsageError('name a job to start, or a run to --cancel')
    const [first] = platforms()
    if (!first) return exitCodes.failed
    const daemon = daemonClient(first.config)
    const platform = options.text('platform')
    if (cancel !== undefined) {
      const query = platform === undefined ? '' : `?platform=${encodeURIComponent(platform)}`
      await daemon.send('DELETE', `/api/runs/${encodeURIComponent(cancel)}${query}`)
      terminal.event('cancelled', { run: cancel })
      terminal.line(`cancelled ${cancel}`)
      return exitCodes.done
    }
    const organization = options.text('org')
    const answer = await daemon.send('POST', `/api/jobs/${encodeURIComponent(job ?? '')}`, {
      ...(platform === undefined ? {} : { platform }),
      ...(organization === undefined ? {} : { organization }),
    })
    const { run } = z.object({ run: z.string() }).parse(answer)
    terminal.event('triggered', { run })
    terminal.line(`started ${run}; \`docvault logs ${run}\` shows what it does`)
    return exitCodes.done
  },
}
