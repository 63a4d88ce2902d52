/** `compact`: stores the contents of the vault anew so that they take less room. Nothing is lost by it, so it asks nobody. */
import { parseValue } from '../../config/parse-value.ts'
import { settings } from '../../config/settings.ts'
import { type CompactData, compact as job } from '../../jobs/compact.ts'
import { UsageError } from '../model/errors.ts'
import { formatBytes } from '../model/format.ts'
import { plural } from '../model/plural.ts'
import type { CompactResult } from '../vault/vault.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { parseMaxDuration } from './max-duration.ts'
import { openConfigured } from './open-vault.ts'
import { perform } from './perform.ts'
import { phaseBarOf } from './phase-bar.ts'

export const compact: CommandModule = {
  examples: [
    ['docvault compact', 'the newest texts together, what is older as differences'],
    ['docvault compact --level 19 --vacuum', 'as small as it gets, with nobody else at work'],
    ['docvault compact --max-duration 10m', 'for ten minutes; the next one goes on'],
  ],
  define(command) {
    command
      .option('--level <number>', 'of zstd, 1 to 19; default compact.level')
      .option('--max-duration <time>', 'end after so long; the next one goes on')
      .option('--vacuum', 'write the catalog anew as a whole at the end; others wait meanwhile')
  },
  async run(context) {
    const { options } = context
    const time = options.text('maxDuration')
    const data: CompactData = {
      level: levelOf(context, options.text('level')),
      vacuum: options.flag('vacuum'),
      ...(time === undefined ? {} : { maxDurationMs: parseMaxDuration('compact.maxDuration', time) }),
    }
    openConfigured(context).close()
    const bar = phaseBarOf(context)
    const result = await perform(context, job, data, bar.report).finally(() => bar.stop())
    printCompacted(context, result)
    return exitCodes.done
  },
}

function levelOf(context: CommandContext, text: string | undefined): number {
  if (text === undefined) return context.config()['compact.level']
  const parsed = parseValue(settings['compact.level'], text)
  if ('value' in parsed && typeof parsed.value === 'number') return parsed.value
  throw new UsageError(`--level "${text}" ${'problem' in parsed ? parsed.problem : 'is no level'}`, {
    hint: 'a number from 1 to 19; 9 is fast, 19 makes a vault of texts an eighth smaller',
  })
}

function printCompacted({ terminal }: CommandContext, result: CompactResult): void {
  const { plan, files, finished, bytesBefore, bytesAfter, unreturnedBytes } = result
  terminal.event('summary', {
    finished,
    ...plan,
    files: files.stored,
    files_saved_bytes: files.savedBytes,
    bytes_before: bytesBefore,
    bytes_after: bytesAfter,
    unreturned_bytes: unreturnedBytes,
  })
  if (plan === null) terminal.line('nothing was compacted: a snapshot was being written all the time')
  else if (plan.loose === 0 && files.stored === 0 && bytesAfter >= bytesBefore && finished)
    terminal.line('there was nothing to compact')
  else {
    const saved = formatBytes(files.savedBytes)
    const also = files.stored === 0 ? '' : `, and ${plural(files.stored, 'file')}, ${saved} smaller`
    if (finished) terminal.line(`stored anew: ${plan.loose} of ${plan.contents} contents${also}`)
    terminal.line(`the catalog: ${formatBytes(bytesBefore)} before, ${formatBytes(bytesAfter)} now`)
  }
  if (unreturnedBytes > 0)
    terminal.line(
      `${formatBytes(unreturnedBytes)} are free inside the catalog, for what comes next: it was made by an older version, in a way that gives nothing back; \`docvault compact --vacuum\` does`,
    )
  if (!finished) terminal.line('the time was over first: run it again, and it goes on')
}
