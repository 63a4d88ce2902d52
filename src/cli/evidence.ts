/** `evidence`: what an auditor asks about a period, in one document that is entered in the ledger. */
import { openBook } from '../../jobs/audit-settings.ts'
import { collectEvidence, type SealedEvidence, sealEvidence, writtenEvidence } from '../../jobs/evidence.ts'
import { type EvidenceFormat, formatOf } from '../evidence/formats/format.ts'
import { parsePeriod } from '../evidence/period.ts'
import { plural } from '../model/plural.ts'
import { openLedger } from '../vault/ledger.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { openConfigured } from './open-vault.ts'
import { printable, type Terminal } from './terminal.ts'
import { printInPieces, writeFileInPieces } from './write-file.ts'

export const evidence: CommandModule = {
  examples: [
    [
      'docvault evidence --from 2026-01-01 --to 2026-03-31 --out evidence.html',
      'a quarter, to be read and printed',
    ],
    [
      'docvault evidence --from 2026-10 --to 2026-10 --out evidence.json',
      'a month, to be proved part by part',
    ],
  ],
  define(command) {
    command
      .option('--from <day>', 'first day of the period, of UTC: 2026-01-01, or a month')
      .option('--to <day>', 'last day of the period, included; today ends now')
      .option('--org <id>', 'which organization; default all of the vault')
      .option('--format <format>', 'html or json; default by the name of the file')
      .option('--out <file>', 'write to this file instead of printing')
      .option('--no-ledger', 'do not enter the document in the ledger: it can then not be verified')
  },
  async run(context) {
    const { options, terminal } = context
    const file = options.text('out')
    const format = formatOf(options.text('format'), file)
    const period = parsePeriod({ from: options.text('from'), to: options.text('to') }, context.now())
    const config = context.config()
    const vault = openConfigured(context)
    const book = options.flag('ledger') ? openBook(config) : null
    const ledger = book?.ledger ?? openLedger(config['vault.path'], 'read')
    try {
      const sources = collectEvidence(vault, config, ledger.entries(), {
        period,
        organization: options.text('org'),
      })
      const at = new Date(context.now()).toISOString()
      const made = sealEvidence(sources, { version: context.version, at }, book)
      const pieces = writtenEvidence(made, format, book)
      if (file !== undefined) await writeFileInPieces(file, pieces)
      else if (terminal.json) for (const _ of pieces);
      else await printInPieces(terminal, pieces)
      tell(made, { file, format }, terminal)
      return made.document.about.partial ? exitCodes.partial : exitCodes.done
    } finally {
      ledger.close()
      vault.close()
    }
  },
}

function tell(
  { document: { about }, seal }: SealedEvidence,
  { file, format }: { file: string | undefined; format: EvidenceFormat },
  terminal: Terminal,
): void {
  const { statement, partial, period, unknown } = about
  terminal.event('summary', {
    ...{ statement, partial, period, unknown, sha256: seal.sha256 },
    entry: seal.entry?.number ?? null,
    head: seal.entry?.hash ?? null,
    signed: seal.entry?.signature != null,
    ...(file === undefined ? {} : { file, format }),
  })
  if (file === undefined) return
  terminal.line(printable(`${file}: ${period.from} to ${period.to}`))
  terminal.line(statement)
  for (const [section, count] of Object.entries(unknown))
    if (count > 0) terminal.line(`  ${section}: ${plural(count, 'thing', 'things')} not known`)
  if (seal.entry) terminal.line(`entry ${seal.entry.number}, head of the ledger: ${seal.entry.hash}`)
}
