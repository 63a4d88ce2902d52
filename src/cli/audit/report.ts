/** `audit changes` and `audit access`: a report on the terminal or in a file, entered in the ledger. */

import { auditSettingsOf, openBook, originOf } from '../../../jobs/audit-settings.ts'
import { enterReport, renderAndRecord, reportAccess, reportChanges } from '../../audit/audit.ts'
import { FORMATS, type Format, parseFormat } from '../../audit/formats/format.ts'
import { periodOf } from '../../audit/period.ts'
import type { Report } from '../../audit/report.ts'
import { SEVERITIES, shapes } from '../../audit/severity.ts'
import { UsageError } from '../../model/errors.ts'
import { plural } from '../../model/plural.ts'
import { resources } from '../../resources/index.ts'
import { sealedBackups } from '../../vault/sealed-backups.ts'
import type { CommandContext } from '../command.ts'
import { exitCodes } from '../exit-code.ts'
import { namedSnapshot, notePeriod } from '../named-snapshot.ts'
import { openConfigured } from '../open-vault.ts'
import { stateColor } from '../state-color.ts'
import type { Terminal } from '../terminal.ts'
import { printInPieces, writeFileInPieces } from '../write-file.ts'

/** Exit code 3 where something could not be read. */
export async function report(context: CommandContext): Promise<number> {
  const { args, options, terminal } = context
  const config = context.config()
  const file = options.text('output')
  const format = formatOf(options.text('format'), file)
  const vault = openConfigured(context)
  const book = options.flag('ledger') ? openBook(config) : null
  let made: Report | null = null
  try {
    const origin = originOf(config, context.version, Date.now(), book)
    const sources = { vault, resources, settings: auditSettingsOf(config), origin }
    const organization = options.text('org')
    made =
      args[0] === 'access'
        ? reportAccess(sources, snapshotOf(args[1], organization))
        : reportChanges(sources, period())
    const seal = enterReport(made, book)
    const pieces = renderAndRecord(made, seal, format, book)
    if (file !== undefined) await writeFileInPieces(file, pieces)
    else if (terminal.json) for (const _ of pieces);
    else await printInPieces(terminal, format === 'md' ? inColor(pieces, terminal) : pieces)
    terminal.event('summary', {
      report: made.kind,
      partial: made.about.partial,
      statement: made.about.statement,
      rows: made.main.count,
      severities: made.severities,
      findings: made.findings,
      snapshots: made.about.snapshots.map(({ snapshot }) => snapshot),
      sha256: seal.sha256,
      entry: seal.entry?.number ?? null,
      head: seal.entry?.hash ?? null,
      signed: seal.entry?.signature != null,
      ...(file === undefined ? {} : { file, format }),
    })
    if (file !== undefined) {
      const counts = SEVERITIES.map(one => `${made?.severities[one]} ${stateColor(terminal)(one)}`).join(', ')
      terminal.line(`${file}: ${plural(made.main.count, 'row')} (${counts})`)
      if (seal.entry) terminal.line(`head of the ledger: ${seal.entry.hash}`)
    }
    return made.about.partial ? exitCodes.partial : exitCodes.done
  } finally {
    made?.close()
    book?.ledger.close()
    vault.close()
  }

  function period() {
    const asked = {
      organization: options.text('org'),
      since: options.text('since'),
      until: options.text('until'),
    }
    const snapshots = periodOf(vault, asked)
    const [first, last] = [snapshots[0], snapshots.at(-1)]
    if (first && last) notePeriod(vault, asked, { first, last }, terminal)
    return snapshots
  }

  /** The newest one, partial or not, unless one is named. */
  function snapshotOf(name: string | undefined, organization: string | undefined) {
    if (name !== undefined) return namedSnapshot(vault, name, terminal, { organization })
    const newest = sealedBackups(vault, organization).at(-1)
    if (newest) return newest
    throw new UsageError('there is no snapshot yet', { hint: 'run `docvault backup`' })
  }
}

function formatOf(named: string | undefined, file: string | undefined): Format {
  if (named !== undefined) return parseFormat(named)
  return FORMATS.find(one => file?.endsWith(`.${one}`)) ?? 'md'
}

/** Only where somebody looks on: what is written down has to stay the bytes that the ledger knows. */
function* inColor(pieces: Iterable<string>, terminal: Terminal): Generator<string> {
  if (!terminal.interactive) return yield* pieces
  const color = stateColor(terminal)
  const marks = new RegExp(
    `([${Object.values(shapes).join('')}] (?:\\*\\*)?)(${SEVERITIES.join('|')})\\b`,
    'g',
  )
  for (const piece of pieces)
    yield piece.replaceAll(marks, (_, shape: string, severity: string) => `${shape}${color(severity)}`)
}
