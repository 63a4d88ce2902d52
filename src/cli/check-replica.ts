/** `check --replica`: whether targets have what their runs name. No key is needed, and none is read. */
import { checkReplica as replicaJob } from '../../jobs/check-replica.ts'
import { formatBytes } from '../model/format.ts'
import { plural } from '../model/plural.ts'
import type { ReplicaCheck } from '../replica/check.ts'
import { barOf } from './bar.ts'
import type { CommandContext } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { replicaTargets } from './replica-targets.ts'
import { printable, type Terminal } from './terminal.ts'

export interface ReplicaExtent {
  readData: boolean
  subset: { n: number; m: number } | null
}

export async function checkReplicas(context: CommandContext, extent: ReplicaExtent): Promise<number> {
  let damaged = false
  for (const target of replicaTargets(context, context.options.text('replica')))
    damaged = (await checkTarget(context, target, extent)) || damaged
  return damaged ? exitCodes.damage : exitCodes.done
}

async function checkTarget(context: CommandContext, target: string, extent: ReplicaExtent): Promise<boolean> {
  const { config, signal, terminal } = context
  const bar = barOf(terminal)
  const report = (progress: { done: number; total: number }) => {
    terminal.event('status', progress)
    bar.at(progress.done, progress.total)
  }
  const found = await replicaJob
    .run({ config: config(), signal, report }, { target, ...extent })
    .finally(bar.stop)
  print(context, found, extent)
  return found.findings.length > 0
}

function print({ terminal }: CommandContext, found: ReplicaCheck, { readData }: ReplicaExtent): void {
  const { target, runs, objects, bytes, read, findings } = found
  for (const finding of findings) {
    terminal.event('finding', finding)
    terminal.line(`damage: ${finding.code}: ${printable(finding.message)}`)
  }
  if (findings.length > 0) terminal.line('`docvault replica repair` sends again what the newest run needs')
  printLocks(terminal, target, found.locks)
  const [newest] = runs
  const extent = readData ? `${formatBytes(read)} read` : 'names and sizes; --read-data reads every byte'
  terminal.line(
    `${printable(target)}: ${plural(runs.length, 'run')}${newest ? `, the newest ${newest.run} of ${terminal.when(newest.created)}` : ''}; ${plural(objects, 'object')}, ${formatBytes(bytes)}: ${
      findings.length === 0
        ? 'no damage found'
        : plural(findings.length, 'piece of damage', 'pieces of damage')
    } (${extent})`,
  )
  terminal.event('summary', { ...found, findings: findings.length })
}

function printLocks(terminal: Terminal, target: string, locks: ReplicaCheck['locks']): void {
  if (locks === null) return
  const { until, unlocked, ending, soon } = locks
  const warn = (text: string) => terminal.line(`warning: ${printable(target)}: ${text}`)
  if (unlocked.length > 0)
    warn(
      `${plural(unlocked.length, 'object')} that the newest run needs ${unlocked.length === 1 ? 'is' : 'are'} not locked, e.g. ${unlocked[0]}: whoever may write there can destroy the replica`,
    )
  if (ending.length > 0)
    warn(
      `the locks of ${plural(ending.length, 'object')} that the newest run needs end before ${terminal.when(soon)}, e.g. ${ending[0]}: \`docvault replicate\` extends them`,
    )
  if (until !== null)
    terminal.line(`what the newest run needs is locked until ${terminal.when(until)} at least`)
}
