import { release as job } from '../../jobs/annotate.ts'
import { UsageError } from '../model/errors.ts'
import { annotateVault } from './annotate.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { personHere } from './person.ts'
import { printable } from './terminal.ts'

export const release: CommandModule = {
  examples: [['docvault release 1', 'the policy says again which of its snapshots are kept']],
  define(command) {
    command.argument('<hold>', 'its number; `docvault hold --list` has them')
  },
  async run(context) {
    const [text = ''] = context.args
    if (!/^[1-9]\d{0,8}$/.test(text))
      throw new UsageError(`"${text}" is no number of a hold`, { hint: '`docvault hold --list` has them' })
    const hold = await annotateVault(context, job, { by: personHere(), hold: Number(text) })
    context.terminal.event('summary', hold)
    context.terminal.line(
      printable(`hold ${hold.hold}, "${hold.name}", is released: the policy says what of it is kept`),
    )
    return exitCodes.done
  },
}
