/** `replica repair`: reads every byte of a target, and sends again from the vault what is damaged or missing there. */
import { checkReplica } from '../../jobs/check-replica.ts'
import { replicate } from '../../jobs/replicate.ts'
import { harmedKeys, type ReplicaCheck } from '../replica/check.ts'
import type { CommandContext } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { phaseBarOf } from './phase-bar.ts'
import { replicaTargets } from './replica-targets.ts'
import { printReplication } from './replicate.ts'
import { printable } from './terminal.ts'

export async function repairReplicas(context: CommandContext): Promise<number> {
  const codes: number[] = []
  for (const target of replicaTargets(context, context.args[1])) codes.push(await repair(context, target))
  return Math.max(...codes)
}

async function repair(context: CommandContext, target: string): Promise<number> {
  const { config, signal } = context
  const progress = phaseBarOf(context)
  const checking = (done: { done: number; total: number }) => progress.report({ phase: 'checking', ...done })
  try {
    const given = { config: config(), signal }
    const extent = { target, readData: true, subset: null }
    const found = await checkReplica.run({ ...given, report: checking }, extent)
    const distrusted = [...harmedKeys(found)]
    const wish = { target, init: false, distrusted }
    const report = await replicate.run({ ...given, report: progress.report }, wish)
    progress.stop()
    const left = printFound(context, found, { distrusted, changed: report.changed })
    printReplication(context, report)
    return left > 0 || report.missing.length > 0 ? exitCodes.partial : exitCodes.done
  } finally {
    progress.stop()
  }
}

/** Answers how much of the damage is of older runs alone. */
function printFound(
  { terminal }: CommandContext,
  { findings }: ReplicaCheck,
  { distrusted, changed }: { distrusted: readonly string[]; changed: boolean },
): number {
  let left = 0
  for (const finding of findings) {
    const isMended = changed && distrusted.includes(finding.key)
    const action = isMended ? 'a new run takes its place' : 'left: the newest run is whole without it'
    if (!isMended) left++
    terminal.event('remedy', { ...finding, action })
    terminal.line(printable(finding.message))
    terminal.line(`  ${action}`)
  }
  if (findings.length === 0) terminal.line('no damage found')
  return left
}
