/** `replicate`: the vault to one target, or to all that are configured. One that fails does not keep the others. */
import { replicate } from '../../jobs/replicate.ts'
import { DocvaultError } from '../model/errors.ts'
import { formatBytes } from '../model/format.ts'
import { plural } from '../model/plural.ts'
import { lockFault } from '../replica/run/extend-locks.ts'
import type { ReplicateReport } from '../replica/run/replicate.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodeOf, exitCodes } from './exit-code.ts'
import { phaseBarOf } from './phase-bar.ts'
import { replicaTargets } from './replica-targets.ts'
import { printable, type Terminal } from './terminal.ts'

export const replicateCommand: CommandModule = {
  examples: [
    ['docvault replicate /mnt/disk/replica --init', 'begins a replica in that folder, and sends everything'],
    ['docvault replicate /mnt/disk/replica', 'sends what is new'],
    ['docvault replicate', 'the same, to every target of replica.targets'],
  ],
  define(command) {
    command
      .argument(
        '[target]',
        'a folder, s3://bucket/folder or sftp://user@host/folder; default every one of replica.targets',
      )
      .option('--init', 'begin a replica where there is none')
      .option('--unlocked', 'with --init: also where nothing can be locked, although replica.lock is set')
  },
  async run(context) {
    const targets = replicaTargets(context, context.args[0])
    const codes: number[] = []
    for (const target of targets) {
      try {
        codes.push(await replicateTo(context, target))
      } catch (error) {
        if (targets.length === 1 || !(error instanceof DocvaultError) || context.signal.aborted) throw error
        context.terminal.event('failed', { target, code: error.code, message: error.message })
        const hint = error.hint === undefined ? '' : ` (${error.hint})`
        context.terminal.line(printable(`${target}: failed: ${error.message}${hint}`))
        codes.push(exitCodeOf(error))
      }
    }
    return Math.max(...codes)
  },
}

async function replicateTo(context: CommandContext, target: string): Promise<number> {
  const { config, signal, options } = context
  const progress = phaseBarOf(context)
  const report = await replicate
    .run(
      { config: config(), signal, report: progress.report },
      { target, init: options.flag('init'), unlocked: options.flag('unlocked') },
    )
    .finally(progress.stop)
  printReplication(context, report)
  return report.missing.length > 0 || lockFault(report) !== null ? exitCodes.partial : exitCodes.done
}

export function printReplication({ terminal }: CommandContext, report: ReplicateReport): void {
  const { target, run, changed, packs, bytes, snapshots, missing, lost, anew, removed } = report
  if (anew !== null) terminal.line(`everything was sent again: ${anew}`)
  if (lost > 0)
    terminal.line(`${plural(lost, 'pack')} were lost or damaged there, and what was in them was sent again`)
  for (const path of missing)
    terminal.line(`missing in the vault itself, and so in the replica: ${printable(path)}`)
  if (removed > 0) terminal.line(`${plural(removed, 'object')} that no run needs any more removed`)
  terminal.line(
    changed
      ? `${printable(target)}: run ${run} has ${plural(snapshots, 'snapshot')}; ${plural(packs, 'pack')} sent, ${formatBytes(bytes)} in all`
      : `${printable(target)}: nothing is new since run ${run}`,
  )
  printLock(terminal, report)
  terminal.event('summary', report)
}

function printLock(terminal: Terminal, report: ReplicateReport): void {
  const fault = lockFault(report)
  if (fault !== null) terminal.line(`WARNING: ${printable(fault)}`)
  else if (report.lock?.until)
    terminal.line(`  locked until ${terminal.when(report.lock.until)} at least, what this run needs`)
}
