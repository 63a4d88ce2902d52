/** `audit operators`: who looked at what, exported, started and restored over HTTP, as the daemon of this configuration entered it. */
import { formatTime } from '../../model/format.ts'
import { plural } from '../../model/plural.ts'
import { parseTime } from '../../model/time-reference.ts'
import { type OperatorEntry, readOperatorEntries } from '../../server/people/operators.ts'
import type { CommandContext } from '../command.ts'
import { exitCodes } from '../exit-code.ts'
import { printable } from '../terminal.ts'

export async function auditOperators({ config, options, terminal, now }: CommandContext): Promise<number> {
  const settings = config()
  const clock = { now: now(), timezone: settings['schedules.timezone'] }
  const timeOf = (name: string) => {
    const text = options.text(name)
    return text === undefined ? undefined : parseTime(text, clock)
  }
  const period = { from: timeOf('since')?.from, to: timeOf('until')?.to }
  let entries = 0
  for (const entry of readOperatorEntries(settings['daemon.path'], period)) {
    entries++
    const at = new Date(entry.at).toISOString()
    terminal.event('operator', { ...entry, at })
    terminal.line(printable(`${formatTime(at)}  ${wordsOf(entry)}`))
  }
  terminal.event('summary', { entries })
  terminal.line(entries === 0 ? 'nothing was entered' : plural(entries, 'entry', 'entries'))
  return exitCodes.done
}

/** `Ada Example (ada)  look  page p1 in o1, snapshot 3`. */
function wordsOf({ who, subject, act, organization, item, snapshot }: OperatorEntry): string {
  const name = subject === null ? who : `${who} (${subject})`
  const what = [item, organization === null ? null : `in ${organization}`].filter(Boolean).join(' ')
  return `${name}  ${act}  ${what}${snapshot === null ? '' : `, snapshot ${snapshot}`}`.trimEnd()
}
