/** `audit changes` and `audit access`: a report on the terminal or in a file, entered in the ledger. */

import { auditSettingsOf, openBook, originOf } from '../../../jobs/audit-settings.ts'
import {
  type AuditSources,
  enterReport,
  renderAndRecord,
  reportAccess,
  reportChanges,
} from '../../audit/audit.ts'
import { FORMATS, type Format, parseFormat } from '../../audit/formats/format.ts'
import type { Seal } from '../../audit/ledger/seal.ts'
import { periodOf } from '../../audit/period.ts'
import type { Report } from '../../audit/report.ts'
import { SEVERITIES, shapes } from '../../audit/severity.ts'
import { UsageError } from '../../model/errors.ts'
import { plural } from '../../model/plural.ts'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import { resources } from '../../resources/index.ts'
import { newestBackup } from '../../vault/sealed-backups.ts'
import type { Vault } from '../../vault/vault.ts'
import type { CommandContext } from '../command.ts'
import { exitCodes } from '../exit-code.ts'
import { namedSnapshot, notePeriod } from '../named-snapshot.ts'
import { openConfigured } from '../open-vault.ts'
import { stateColor } from '../state-color.ts'
import type { Terminal } from '../terminal.ts'
import { printInPieces, writeFileInPieces } from '../write-file.ts'

/** Where a report goes, and as what. */
interface Destination {
  /** Undefined: the terminal. */
  file: string | undefined
  format: Format
}

/** Exit code 3 where something could not be read. */
export async function report(context: CommandContext): Promise<number> {
  const { options, terminal } = context
  const config = context.config()
  const destination = destinationOf(options)
  const vault = openConfigured(context)
  const book = options.flag('ledger') ? openBook(config) : null
  let made: Report | null = null
  try {
    const origin = originOf(config, context.version, Date.now(), book)
    made = makeReport(context, { vault, resources, settings: auditSettingsOf(config), origin })
    const seal = enterReport(made, book)
    await write(renderAndRecord(made, seal, destination.format, book), destination, terminal)
    emitSummary(made, seal, destination, terminal)
    if (destination.file !== undefined) printSummary(made, seal, destination.file, terminal)
    return made.about.partial ? exitCodes.partial : exitCodes.done
  } finally {
    made?.close()
    book?.ledger.close()
    vault.close()
  }
}

function destinationOf(options: CommandContext['options']): Destination {
  const file = options.text('output')
  return { file, format: formatOf(options.text('format'), file) }
}

function formatOf(named: string | undefined, file: string | undefined): Format {
  if (named !== undefined) return parseFormat(named)
  return FORMATS.find(format => file?.endsWith(`.${format}`)) ?? 'md'
}

function makeReport(context: CommandContext, sources: AuditSources): Report {
  const { args } = context
  return args[0] === 'access'
    ? reportAccess(sources, snapshotOf(context, sources.vault, args[1]))
    : reportChanges(sources, snapshotsOf(context, sources.vault))
}

/** The newest one, partial or not, unless one is named. */
function snapshotOf({ options, terminal }: CommandContext, vault: Vault, name: string | undefined) {
  const organization = options.text('org')
  if (name !== undefined) return namedSnapshot(vault, name, terminal, { organization })
  const newest = newestBackup(vault, organization)
  if (newest) return newest
  throw new UsageError('there is no snapshot yet', { hint: 'run `docvault backup`' })
}

function snapshotsOf({ options, terminal }: CommandContext, vault: Vault): readonly SnapshotSummary[] {
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

async function write(
  pieces: Iterable<string>,
  { file, format }: Destination,
  terminal: Terminal,
): Promise<void> {
  if (file !== undefined) await writeFileInPieces(file, pieces)
  else if (terminal.json) for (const _ of pieces);
  else await printInPieces(terminal, format === 'md' ? inColor(pieces, terminal) : pieces)
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

function emitSummary(made: Report, seal: Seal, { file, format }: Destination, terminal: Terminal): void {
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
}

function printSummary({ severities, main }: Report, seal: Seal, file: string, terminal: Terminal): void {
  const counts = SEVERITIES.map(severity => `${severities[severity]} ${stateColor(terminal)(severity)}`).join(
    ', ',
  )
  terminal.line(`${file}: ${plural(main.count, 'row')} (${counts})`)
  if (seal.entry) terminal.line(`head of the ledger: ${seal.entry.hash}`)
}
