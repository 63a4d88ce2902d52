/** `recover`: a vault out of a replica, or what a replica has. */
import { UsageError } from '../model/errors.ts'
import { formatBytes } from '../model/format.ts'
import { plural } from '../model/plural.ts'
import { openStore } from '../replica/open-store.ts'
import { listRuns } from '../replica/recover/list-runs.ts'
import { openRecovery } from '../replica/recover/open-recovery.ts'
import { type RecoverReport, recoverInto } from '../replica/recover/recover.ts'
import type { ReplicaStore } from '../replica/store.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { phaseBarOf } from './phase-bar.ts'
import { asOfOption, keySource, RECOVERY_OPTIONS } from './recovery-options.ts'
import { printable } from './terminal.ts'

export const recover: CommandModule = {
  examples: [
    ['docvault recover /mnt/disk/replica vault', 'the vault as of the newest run; asks for the passphrase'],
    [
      'docvault recover /mnt/disk/replica vault --identity paper.txt',
      'with the paper key, typed into a file',
    ],
    ['docvault recover /mnt/disk/replica --list', 'which runs there are; needs no key'],
    [
      'docvault recover /mnt/disk/replica vault --as-of 2026-11-17',
      'the newest run of that day, and nothing later',
    ],
  ],
  define(command) {
    command
      .argument('<from>', 'the replica: a folder, s3://bucket/folder or sftp://user@host/folder')
      .argument('[folder]', 'where the vault goes: absent, or empty')
      .option('--list', 'only say which runs there are')
      .option(...RECOVERY_OPTIONS.asOf)
      .option('--snapshot <n>', 'the newest run that has this snapshot')
      .option(...RECOVERY_OPTIONS.identity)
      .option(...RECOVERY_OPTIONS.passphraseFile)
  },
  async run(context) {
    const store = await openStore(context.args[0] ?? '', context.config())
    try {
      return await (context.options.flag('list') ? list(context, store) : build(context, store))
    } finally {
      await store.close()
    }
  },
}

async function build(context: CommandContext, store: ReplicaStore): Promise<number> {
  const folder = context.args[1]
  if (folder === undefined)
    throw new UsageError('where shall the vault go?', { hint: 'name a folder that is absent or empty' })
  const asOf = asOfOption(context)
  const keys = await openRecovery(store, { asOf, ...keySource(context) })
  const progress = phaseBarOf(context)
  const report = await recoverInto(folder, store, {
    ...keys,
    asOf,
    snapshot: snapshotOption(context),
    signal: context.signal,
    progress: progress.report,
  }).finally(progress.stop)
  print(context, folder, report)
  const damaged = report.findings.some(({ severity }) => severity === 'damage')
  return damaged || report.missing.length > 0 ? exitCodes.damage : exitCodes.done
}

function print({ terminal }: CommandContext, folder: string, report: RecoverReport): void {
  const { run, created, files, snapshots, missing, findings, passedOver, trusted } = report
  for (const { key, why } of passedOver) terminal.line(`passed over: ${key}: ${why}`)
  if (!trusted)
    terminal.line(
      'that the runs were signed by the vault itself was not proved: the key says nothing of it, so replica.json was believed',
    )
  if (report.older > 0)
    terminal.line(
      `${plural(report.older, 'object')} had been removed or replaced since they were written, and were read as they were before: find out who may write to the replica`,
    )
  for (const path of missing)
    terminal.line(`missing: ${printable(path)}, which the vault did not have when it was replicated`)
  for (const { severity, code, message } of findings)
    terminal.line(`${severity}: ${code}: ${printable(message)}`)
  const damaged = findings.filter(({ severity }) => severity === 'damage').length
  terminal.line(
    `${damaged + missing.length > 0 ? 'damaged' : 'recovered'}: ${printable(folder)} is the vault as of run ${run}, ${terminal.when(created)}: ${plural(snapshots, 'snapshot')}, ${plural(files, 'file')}`,
  )
  terminal.line(
    'every digest is that of the vault, and everything was read as `docvault check --read-data` reads it',
  )
  if (damaged > 0) terminal.line('the damage was in the vault when it was replicated: see `docvault repair`')
  const { passedOver: _, ...rest } = report
  terminal.event('summary', { folder, passed_over: passedOver, ...rest })
}

async function list(context: CommandContext, store: ReplicaStore): Promise<number> {
  const { terminal } = context
  const { runs, passedOver } = await listRuns(store, asOfOption(context))
  for (const run of runs) {
    terminal.event('run', run)
    terminal.line(
      `run ${run.run}  ${terminal.when(run.created)}  ${plural(run.packs, 'pack')}, ${formatBytes(run.bytes)}`,
    )
  }
  for (const { key, why } of passedOver) {
    terminal.event('passed_over', { key, why })
    terminal.line(`passed over: ${key}: ${why}`)
  }
  if (runs.length === 0) terminal.line('there is no run that can be recovered')
  return exitCodes.done
}

function snapshotOption({ options }: CommandContext): number | undefined {
  const text = options.text('snapshot')
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(`--snapshot "${text}" is no number of a snapshot`)
}
