import { unpin as job } from '../../jobs/annotate.ts'
import { annotateVault, snapshotAsked } from './annotate.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { SNAPSHOT_ARGUMENT } from './named-snapshot.ts'

export const unpin: CommandModule = {
  examples: [['docvault unpin 12', 'the policy says again whether it is kept']],
  define(command) {
    command
      .argument('<snapshot>', SNAPSHOT_ARGUMENT)
      .option('--org <id>', 'which organization `latest` means')
  },
  async run(context) {
    const { snapshot } = await annotateVault(context, job, snapshotAsked(context))
    context.terminal.event('summary', { snapshot })
    context.terminal.line(`snapshot ${snapshot} is not pinned any more`)
    return exitCodes.done
  },
}
