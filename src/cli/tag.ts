import { tag as job } from '../../jobs/annotate.ts'
import { annotateVault, snapshotAsked } from './annotate.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { SNAPSHOT_ARGUMENT } from './named-snapshot.ts'

export const tag: CommandModule = {
  examples: [['docvault tag latest before-move', 'call it so wherever a snapshot is named']],
  define(command) {
    command
      .argument('<snapshot>', SNAPSHOT_ARGUMENT)
      .argument('<name>', 'begins with a letter; letters, digits, - _ and points follow')
      .option('--org <id>', 'which organization `latest` means')
  },
  async run(context) {
    const [, name = ''] = context.args
    const tagged = await annotateVault(context, job, { ...snapshotAsked(context), tag: name })
    context.terminal.event('summary', tagged)
    context.terminal.line(`snapshot ${tagged.snapshot} is called ${tagged.tag}`)
    return exitCodes.done
  },
}
