/** What a repair would do, or did, finding by finding. */
import { plural } from '../model/plural.ts'
import type { Remedy, RepairReport } from '../vault/vault.ts'
import type { CommandContext } from './command.ts'
import { printable } from './terminal.ts'

export function printRepair({ terminal }: CommandContext, report: RepairReport, isAsked: boolean): void {
  const { applied, remedies, lost, left, kept, finished } = report
  for (const remedy of remedies) {
    terminal.event('remedy', remedy)
    terminal.line(printable(`${remedy.code}: ${remedy.message}`))
    terminal.line(printable(`  ${wordsOf(remedy, applied)}`))
  }
  terminal.event('summary', { applied, finished, ...countsOf(remedies), left, lost, kept })
  if (remedies.length === 0) terminal.line('there is nothing to repair')
  else terminal.line(summaryOf(report))
  if (lost > 0 && applied)
    terminal.line(
      `${plural(lost, 'content')} lost: \`docvault check\` says what that hits, and where an older state is`,
    )
  if (kept !== null) terminal.line(`what was there before is kept in ${kept}, below the vault`)
  if (!finished) terminal.line('snapshots were being written all the time: run it again, and it goes on')
  else if (!applied && remedies.some(isDone))
    terminal.line(
      isAsked
        ? 'nothing was changed: the vault cannot be opened to be written'
        : 'nothing was changed; with --apply this is done',
    )
}

/** Of what was stored again it is said that it was read back: the repair says it of nothing else. */
function wordsOf({ action, words }: Remedy, applied: boolean): string {
  return applied && action === 'store' ? `${words}, and was read back and hashed` : words
}

function isDone({ action }: Remedy): boolean {
  return action !== 'none'
}

function countsOf(remedies: readonly Remedy[]) {
  const count = (...actions: Remedy['action'][]) =>
    remedies.filter(({ action }) => actions.includes(action)).length
  return {
    mended: count('store', 'through', 'drop'),
    rebuilt: count('rebuild'),
    marked_lost: count('lose'),
    not_mended: count('none'),
  }
}

function summaryOf({ remedies, applied }: RepairReport): string {
  const counts = countsOf(remedies)
  const words = [
    [counts.mended + counts.rebuilt, 'mended'],
    [counts.marked_lost, 'marked as lost'],
    [counts.not_mended, 'left as it is'],
  ] as const
  const done = words.flatMap(([count, what]) =>
    count === 0 ? [] : [`${count} ${applied ? '' : 'to be '}${what}`],
  )
  return `${plural(remedies.length, 'finding')}: ${done.join(', ')}`.replace(
    'to be left as it is',
    'left as it is',
  )
}
