/** What a repair would do, or did, finding by finding. */
import { plural } from '../model/plural.ts'
import type { Remedy, RepairReport } from '../vault/vault.ts'
import type { CommandContext } from './command.ts'
import { printable } from './terminal.ts'

export function printRepair({ terminal }: CommandContext, report: RepairReport, isAsked: boolean): void {
  const { applied, remedies, lost, left, kept, finished } = report
  for (const remedy of remedies) terminal.event('remedy', remedy)
  for (const { messages, words } of sayings(report)) {
    for (const message of messages.slice(0, MOST_MESSAGES)) terminal.line(printable(message))
    const more = messages.length - MOST_MESSAGES
    if (more > 0) terminal.line(`… and ${more} more (--json has all)`)
    terminal.line(printable(`  ${words}`))
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

interface Saying {
  messages: string[]
  words: string
}

const MOST_MESSAGES = 8

/** Each content by itself. One bad sector of the catalog is found in many ways, which are mended by one thing. */
function sayings({ remedies, applied }: RepairReport): Saying[] {
  const all: Saying[] = []
  for (const remedy of remedies) {
    const [words, message] = [wordsOf(remedy, applied), `${remedy.code}: ${remedy.message}`]
    const last = all.at(-1)
    if (last?.words === words && remedy.content === undefined) last.messages.push(message)
    else all.push({ messages: [message], words })
  }
  return all
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
