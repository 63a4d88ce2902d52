import { UsageError } from '../model/errors.ts'
import { keygen } from './audit/keygen.ts'
import { auditLedger } from './audit/ledger.ts'
import { auditOperators } from './audit/operators.ts'
import { report } from './audit/report.ts'
import { verify } from './audit/verify.ts'
import type { CommandContext, CommandModule } from './command.ts'

const works: Readonly<Record<string, (context: CommandContext) => Promise<number>>> = {
  changes: report,
  access: report,
  verify,
  keygen,
  ledger: auditLedger,
  operators: auditOperators,
}

export const audit: CommandModule = {
  examples: [
    ['docvault audit changes --since latest~1', 'what changed since the snapshot before'],
    ['docvault audit access latest -o access.html', 'who has access to what, entered in the ledger'],
    ['docvault audit verify access.html', 'whether that report is as it was made'],
    ['docvault audit operators --since 2026-11-01', 'who looked at what over HTTP, exported and restored'],
  ],
  define(command) {
    command
      .argument('<what>', 'changes · access · verify · keygen · ledger · operators')
      .argument('[which]', 'access: the snapshot · verify: the file · keygen: where the private key goes')
      .option(
        '--since <time>',
        'changes: a snapshot (number, latest~3) or a time; default the one before the last · operators: a time',
      )
      .option(
        '--until <time>',
        'changes: a snapshot or a time; default the last one, partial or not · operators: a time',
      )
      .option(
        '--format <format>',
        'md, html, csv, json, ocsf or cef; default by the name of the file, else md',
      )
      .option('-o, --output <file>', 'write to this file instead of printing')
      .option('--no-ledger', 'do not enter the report in the ledger: it can then not be verified')
      .option('--org <id>', 'which organization')
  },
  async run(context) {
    const what = context.args[0] ?? ''
    const work = works[what]
    if (work) return work(context)
    throw new UsageError(`"${what}" is nothing to audit`, {
      hint: `say one of ${Object.keys(works).join(', ')}`,
    })
  },
}
