import { untag as job } from '../../jobs/annotate.ts'
import { annotateVault } from './annotate.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { personHere } from './person.ts'

export const untag: CommandModule = {
  examples: [['docvault untag before-move', 'no snapshot is called so any more']],
  define(command) {
    command.argument('<name>', 'the tag')
  },
  async run(context) {
    const [name = ''] = context.args
    const tagged = await annotateVault(context, job, { by: personHere(), tag: name })
    context.terminal.event('summary', tagged)
    context.terminal.line(`snapshot ${tagged.snapshot} is not called ${tagged.tag} any more`)
    return exitCodes.done
  },
}
