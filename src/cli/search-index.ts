/** `index`: what narrows down what `find` reads. It is made from the vault alone, and may be deleted at any time. */
import { existsSync } from 'node:fs'
import { searchIndex as job } from '../../jobs/search-index.ts'
import { UsageError } from '../model/errors.ts'
import { formatBytes } from '../model/format.ts'
import { plural } from '../model/plural.ts'
import type { IndexProgress, IndexResult } from '../search/index/build.ts'
import { checkIndex } from '../search/index/check.ts'
import { indexPath, removeIndex } from '../search/index/database.ts'
import { barOf } from './bar.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { openConfigured } from './open-vault.ts'
import { printable } from './terminal.ts'

export const searchIndex: CommandModule = {
  examples: [
    ['docvault index', 'bring the index up to date, as the daemon does after each snapshot'],
    ['docvault index --check', 'hold it against the vault'],
    ['docvault index --rebuild', 'make it anew'],
  ],
  define(command) {
    command
      .option('--rebuild', 'make it anew')
      .option('--drop', 'delete it; searches read everything then')
      .option('--check', 'hold it against one that is made anew')
  },
  async run(context) {
    const { options } = context
    const [rebuild, drop, check] = ['rebuild', 'drop', 'check'].map(name => options.flag(name))
    if ([rebuild, drop, check].filter(Boolean).length > 1)
      throw new UsageError('--rebuild, --drop and --check exclude each other', { hint: 'give one of them' })
    openConfigured(context).close()
    const path = indexPath(context.config()['vault.path'])
    if (check) return checkAgainstVault(context, path)
    if (drop) return dropIndex(context, path)
    if (rebuild) removeIndex(path)
    return build(context)
  },
}

async function build(context: CommandContext): Promise<number> {
  const { config, signal, terminal } = context
  const bar = barOf(terminal)
  const report = (progress: IndexProgress) => {
    terminal.event('status', progress)
    bar.at(progress.done, progress.total)
  }
  const result = await job.run({ config: config(), signal, report }, {}).finally(bar.stop)
  printBuilt(result, context)
  return result.unreadable > 0 ? exitCodes.partial : exitCodes.done
}

function printBuilt(result: IndexResult, { terminal }: CommandContext): void {
  const { through, states, units, removed, unreadable, bytes, anew } = result
  terminal.event('summary', { through, states, texts: units, removed, unreadable, anew, bytes })
  if (through === null) {
    terminal.line('there is nothing to index yet: no snapshot is sealed')
    return
  }
  if (anew) terminal.line('the index was of another vault or another version, and was made anew')
  const gone = removed === 0 ? '' : `, ${plural(removed, 'text')} of pruned snapshots taken out`
  terminal.line(`up to snapshot ${through}: ${plural(units, 'new text')}${gone}; ${formatBytes(bytes)}`)
  if (unreadable > 0)
    terminal.line(
      `of ${plural(unreadable, 'state')} something could not be read: \`docvault check --read-data\``,
    )
}

function dropIndex({ terminal }: CommandContext, path: string): number {
  const was = existsSync(path)
  removeIndex(path)
  terminal.event('summary', { dropped: was })
  terminal.line(was ? 'the index is deleted; `docvault index` makes it again' : 'there is no index')
  return exitCodes.done
}

async function checkAgainstVault(context: CommandContext, path: string): Promise<number> {
  const { signal, terminal } = context
  if (!existsSync(path))
    throw new UsageError('there is no index to check', { hint: '`docvault index` makes it' })
  const vault = openConfigured(context)
  try {
    const { problems, stale, texts } = await checkIndex(vault, path, signal)
    const wrong = problems.map(problem => `wrong: ${problem}`)
    const all = stale === null ? wrong : [...wrong, `not compared: ${stale}`]
    for (const message of all) {
      terminal.event('finding', { message })
      terminal.line(printable(message))
    }
    terminal.event('summary', { problems: all.length, texts })
    terminal.line(ending(problems, stale, texts))
    return all.length === 0 ? exitCodes.done : exitCodes.damage
  } finally {
    vault.close()
  }
}

function ending(problems: readonly string[], stale: string | null, texts: number): string {
  if (problems.length > 0) return 'the index is wrong: `docvault index --rebuild` makes it anew'
  if (stale !== null) return 'until then searches are right all the same'
  return `the index says what the vault says: ${plural(texts, 'text')}`
}
