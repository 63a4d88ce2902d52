/** What opens a replica, and as of when, as options of a command. */
import { UsageError } from '../model/errors.ts'
import { parseTime } from '../model/time-reference.ts'
import type { KeySource } from '../replica/recover/open-recovery.ts'
import type { CommandContext } from './command.ts'
import { readPassphrase } from './passphrase.ts'
import { readSecretInput } from './secret-input.ts'

export const RECOVERY_OPTIONS = {
  asOf: ['--as-of <time>', 'as it was then: what was stored later is not looked at'],
  identity: [
    '--identity <file>',
    'the paper key, or another identity of age, instead of the passphrase; `-`: standard input',
  ],
  passphraseFile: [
    '--passphrase-file <file>',
    'read the passphrase from the first line of a file; `-`: of standard input',
  ],
} as const

/** The passphrase is asked for where no identity is given. */
export function keySource(context: CommandContext): KeySource {
  const file = context.options.text('identity')
  if (file === undefined)
    return {
      passphrase: () => readPassphrase(context, { option: 'passphrase-file', what: 'the passphrase' }),
    }
  return { identity: { name: file, text: readSecretInput(file, '--identity') } }
}

/** Milliseconds since the epoch; of a day its end. */
export function asOfOption({ options, now }: CommandContext): number | undefined {
  const text = options.text('asOf')
  return text === undefined ? undefined : parseTime(text, { now: now(), timezone: 'UTC' }).to
}

/** What opens a replica is of no use without one. `from`: the option that names it. */
export function assertReplicaNamed(options: CommandContext['options'], from: string | undefined): void {
  if (from !== undefined) return
  for (const [name, [flags]] of Object.entries(RECOVERY_OPTIONS))
    if (options.text(name) !== undefined)
      throw new UsageError(`${flags.split(' ')[0]} is for a replica`, {
        hint: 'name it by --from TARGET, or leave this out',
      })
}
