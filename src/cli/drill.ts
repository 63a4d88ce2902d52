import { setFlagsFromString } from 'node:v8'
import { type DrillAnswer, type DrillData, type DrillTask, drill as job } from '../../jobs/drill.ts'
import { UsageError } from '../model/errors.ts'
import { formatBytes, formatDuration } from '../model/format.ts'
import { plural } from '../model/plural.ts'
import { openVault } from '../vault/vault.ts'
import type { DrillReport, SpaceOutcome } from '../verify/drill.ts'
import type { FaultsWish } from '../verify/drill-faults.ts'
import { readRecords } from '../verify/record.ts'
import { PROFILES } from '../verify/snapshot-profile.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { SNAPSHOT_ARGUMENT, snapshotNumber } from './named-snapshot.ts'
import { perform } from './perform.ts'
import { assertReplicaNamed, RECOVERY_OPTIONS } from './recovery-options.ts'
import { makeRestoreProgress } from './restore-progress.ts'
import { describeKinds } from './restore-words.ts'
import { stateColor } from './state-color.ts'
import { printTable } from './table.ts'
import { printable, type Terminal } from './terminal.ts'
import { withRecovered } from './with-recovered.ts'

export const drillCommand: CommandModule = {
  examples: [
    ['docvault drill', 'restore the newest complete snapshot into an emulated platform and compare'],
    ['docvault drill latest --space Handbook', 'only one space'],
    ['docvault drill --faults on', 'with writes that fail, as they do on a bad night'],
    ['docvault drill --from /mnt/disk/replica', 'recover the vault out of a replica, and drill that one'],
    ['docvault drill --standalone', 'let the real platform import it, into revisions that no space gets'],
  ],
  define(command) {
    command
      .argument('[snapshot]', SNAPSHOT_ARGUMENT, 'latest')
      .option('--space <id...>', 'only these spaces, by id or title')
      .option(
        '--profile <profile>',
        'of the emulated platform: document, full or current; default: like that of the snapshot',
      )
      .option(
        '--faults <when>',
        'let each writing operation fail once: on, off, or auto, in one of four drills',
        'auto',
      )
      .option('--live <org>', 'into this scratch organization of the real platform')
      .option('--force', 'even if the scratch organization has content')
      .option(
        '--standalone',
        'let the real platform import each space by git/import into a revision that the space does not get',
      )
      .option('--from <target>', 'recover the vault out of this replica first, and drill that one')
      .option(...RECOVERY_OPTIONS.asOf)
      .option(...RECOVERY_OPTIONS.identity)
      .option(...RECOVERY_OPTIONS.passphraseFile)
      .option('--org <id>', 'which organization `latest` means')
      .option('--records', 'list the records that are kept, and check their signatures')
  },
  async run(context) {
    const { args, options } = context
    if (options.flag('records')) return listRecords(context)
    // Each document is garbage when it was compared: the heap would let pile up more than is in use, on every side.
    setFlagsFromString('--heap-growing-percent=50')
    const spaces = options.list('space')
    const [name] = args
    const snapshot = name && snapshotNumber(context, name)
    const texts = { snapshot, organization: options.text('org'), live: options.text('live') }
    const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
    const data: DrillData = {
      ...given,
      ...profileOf(options.text('profile')),
      faults: faultsOf(options.text('faults') ?? 'auto'),
      force: options.flag('force'),
      ...(options.flag('standalone') ? { standalone: true } : {}),
      ...(spaces ? { spaces } : {}),
    }
    const from = options.text('from')
    assertAlone(options, from)
    if (from === undefined) return print(context, await drill(context, data))
    return withRecovered(context, from, async recovered =>
      print(context, await drill(context, { ...data, recovered })),
    )
  },
}

function assertAlone(options: CommandContext['options'], from: string | undefined): void {
  if (from !== undefined && options.flag('standalone'))
    throw new UsageError('--from and --standalone exclude each other', {
      hint: 'a vault out of a replica is restored into an emulated platform, or a scratch organization (--live)',
    })
  assertReplicaNamed(options, from)
}

async function drill(context: CommandContext, data: DrillTask): Promise<DrillAnswer> {
  const progress = makeRestoreProgress(context.terminal, false)
  const { signal } = context
  const done =
    data.recovered === undefined
      ? perform(context, job, data, progress.report)
      : job.run({ config: context.config(), signal, report: progress.report }, data)
  return done.finally(progress.stop)
}

function print({ terminal }: CommandContext, { report, file }: DrillAnswer): number {
  terminal.event('summary', { ...report, file })
  terminal.line(describe(report, terminal))
  terminal.line(
    file === null ? 'there is no vault here that could keep a record of it' : `the record is ${file}`,
  )
  if (!report.passed) return exitCodes.differences
  return report.from !== null && report.from.damaged > 0 ? exitCodes.damage : exitCodes.done
}

function profileOf(text: string | undefined): Pick<DrillData, 'profile'> {
  if (text === undefined) return {}
  const profile = PROFILES.find(name => name === text)
  if (profile !== undefined) return { profile }
  throw new UsageError(`--profile "${text}" is none of ${PROFILES.join(', ')}`)
}

function faultsOf(text: string): FaultsWish {
  if (text === 'on' || text === 'off' || text === 'auto') return text
  throw new UsageError(`--faults "${text}" is none of on, off, auto`)
}

function describe(report: DrillReport, terminal: Terminal): string {
  const { snapshot, target, passed, pages, files, bytes, kinds, references, faults } = report
  return [
    `snapshot ${snapshot}: ${plural(pages, 'page')}, ${plural(files, 'file')}, ${formatBytes(bytes)} read through`,
    ...report.damaged.map(
      damaged =>
        `damaged: ${damaged.kind} ${printable(damaged.label)} (${damaged.id}): ${printable(damaged.message)}`,
    ),
    ...report.failures.map(
      failure => `failed: ${failure.kind} ${printable(failure.label)}: ${printable(failure.reason)}`,
    ),
    ...report.differences.map(
      difference =>
        `differs: ${difference.kind} ${printable(difference.label)} (${difference.source}): ${difference.field}`,
    ),
    ...(kinds.length > 0 ? [describeKinds(kinds, terminal.width)] : []),
    ...(references
      ? [
          `references: ${references.total}, ${references.broken} lead nowhere (${references.brokenBefore} before)`,
        ]
      : []),
    ...(report.spaces ?? []).filter(space => space.state !== 'passed' || space.note !== null).map(spaceWords),
    ...(faults ? [`${plural(faults.length, 'writing operation')} failed once on purpose`] : []),
    `${passed ? terminal.colors.green('passed') : terminal.colors.red('FAILED')} (${target}): recovered in ${formatDuration(report.recovery_ms)}, ${formatDuration(report.duration_ms)} in all`,
  ].join('\n')
}

/** Records of before replicas say nothing of them. */
function targetOf({
  target,
  faults,
  from,
}: Omit<DrillReport, 'from'> & Partial<Pick<DrillReport, 'from'>>): string {
  const origin = from ? `, from ${printable(from.target)}` : ''
  return `${target}${faults ? ', faults' : ''}${origin}`
}

function spaceWords({ title, state, note }: SpaceOutcome): string {
  return `space ${printable(title)}: ${state}${note === null ? '' : `: ${printable(note)}`}`
}

function listRecords({ config, terminal }: CommandContext): number {
  const vault = openVault(config()['vault.path'])
  const records = readRecords(vault.path)
  vault.close()
  for (const { file, record, valid } of records)
    terminal.event('record', { file, valid, passed: record.report.passed, started: record.report.started })
  const rows = records.map(({ record: { report }, valid }) => [
    terminal.when(report.started),
    report.snapshot,
    targetOf(report),
    report.passed ? 'passed' : 'failed',
    formatDuration(report.recovery_ms),
    valid ? 'good' : 'BAD',
  ])
  const head = ['when', 'snapshot', 'target', 'result', 'recovery', 'signature']
  const paint = { result: stateColor(terminal), signature: stateColor(terminal) }
  if (rows.length === 0) terminal.line('no drill was run yet')
  else printTable(terminal, { head, rows, narrow: [['recovery', 0]], paint })
  return records.every(record => record.valid) ? exitCodes.done : exitCodes.damage
}
