/** What a prune takes, or took, and why the rest of what is forgotten stays. */

import { frozenWords } from '../model/anomaly.ts'
import { formatBytes } from '../model/format.ts'
import { rangesOf } from '../model/number-ranges.ts'
import { plural } from '../model/plural.ts'
import type { PrunePlan, PruneResult } from '../vault/vault.ts'
import type { CommandContext } from './command.ts'
import { printable, type Terminal } from './terminal.ts'

/** Of snapshots that somebody wants to keep there are a few; of a policy that was changed, thousands. */
const NEEDED_SHOWN = 10

export function printPrunePlan(context: CommandContext, plan: PrunePlan): void {
  const { terminal } = context
  emitSnapshots(terminal, plan)
  terminal.event('summary', { applied: false, ...countsOf(plan) })
  if (isIdle(plan)) terminal.line('there is nothing to prune')
  else {
    terminal.line(
      plan.snapshots.length === 0
        ? 'no more snapshots to prune, but something that nobody needs'
        : `to prune: ${numbersOf(plan.snapshots)} (${plural(plan.snapshots.length, 'snapshot')}; ${plan.stay} stay)`,
    )
    printAmounts(terminal, plan, ['go', 'stay'])
  }
  printStaying(context, plan)
  if (!isIdle(plan)) terminal.line('nothing was changed; with --apply this goes, and cannot be brought back')
}

export function printPruned(context: CommandContext, result: PruneResult): void {
  const { terminal } = context
  const { plan, finished, bytesBefore, bytesAfter, unreturnedBytes } = result
  if (plan !== null) emitSnapshots(terminal, plan)
  terminal.event('summary', {
    applied: true,
    finished,
    ...(plan && countsOf(plan)),
    bytes_before: bytesBefore,
    bytes_after: bytesAfter,
    unreturned_bytes: unreturnedBytes,
  })
  if (plan === null) terminal.line('nothing was pruned: a snapshot was being written all the time')
  else if (isIdle(plan)) terminal.line('there was nothing to prune')
  else {
    if (plan.snapshots.length > 0)
      terminal.line(
        `pruned: ${numbersOf(plan.snapshots)} (${plural(plan.snapshots.length, 'snapshot')}; ${plan.stay} stay)`,
      )
    if (finished) printAmounts(terminal, plan, ['went', 'stay'])
    terminal.line(`given back to the disk: ${formatBytes(Math.max(0, bytesBefore - bytesAfter))}`)
  }
  if (plan !== null) printStaying(context, plan)
  if (unreturnedBytes > 0)
    terminal.line(
      `${formatBytes(unreturnedBytes)} are free inside the catalog, for what comes next: it was made by an older version, in a way that gives nothing back`,
    )
  if (!finished) terminal.line('the time was over first: run it again, and it goes on')
}

function isIdle({ snapshots, versions, contents }: PrunePlan): boolean {
  return snapshots.length === 0 && versions.go === 0 && contents.go === 0
}

function countsOf(plan: PrunePlan): object {
  const { snapshots, waiting, needed, stay, versions, contents, bytes } = plan
  const frozen = plan.frozen.map(({ anomaly }) => anomaly)
  const counts = { prunes: snapshots.length, waiting: waiting.length, needed: needed.length, stay, frozen }
  return { ...counts, versions, contents, bytes }
}

function emitSnapshots(terminal: Terminal, { snapshots, waiting, needed }: PrunePlan): void {
  for (const snapshot of snapshots) terminal.event('snapshot', { ...snapshot, prunes: true })
  for (const snapshot of [...waiting, ...needed]) terminal.event('snapshot', { ...snapshot, prunes: false })
}

function printAmounts(
  terminal: Terminal,
  { versions, contents, bytes }: PrunePlan,
  [go, stay]: readonly [string, string],
): void {
  const amount = (name: string, of: { go: number; stay: number }, words: (count: number) => string) =>
    terminal.line(`  ${name.padEnd(8)}  ${words(of.go)} ${go}, ${words(of.stay)} ${stay}`)
  amount('versions', versions, String)
  amount('contents', contents, String)
  amount('bytes', bytes, formatBytes)
}

function printStaying({ terminal, config }: CommandContext, { waiting, needed, frozen }: PrunePlan): void {
  const last = waiting
    .map(({ until }) => until)
    .sort()
    .at(-1)
  if (last !== undefined)
    terminal.line(
      `can still be brought back (\`docvault forget --undo\`): ${numbersOf(waiting)}, the last until ${terminal.when(last, config()['schedules.timezone'])}`,
    )
  for (const words of frozenWords(frozen)) terminal.line(printable(words))
  for (const { snapshot, because } of needed.slice(0, NEEDED_SHOWN))
    terminal.line(printable(`forgotten, but needed: ${snapshot}, ${because}`))
  if (needed.length > NEEDED_SHOWN) terminal.line(`and ${plural(needed.length - NEEDED_SHOWN, 'more')}`)
}

function numbersOf(snapshots: readonly { snapshot: number }[]): string {
  return rangesOf(snapshots.map(({ snapshot }) => snapshot))
}
