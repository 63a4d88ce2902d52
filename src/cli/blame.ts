import { blame as blameLines } from '../diff/blame.ts'
import { UsageError } from '../model/errors.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { findLast, findOne, typing } from './find-resource.ts'
import { assertKind } from './kinds.ts'
import { namedSnapshot, SNAPSHOT_ARGUMENT } from './named-snapshot.ts'
import { openConfigured } from './open-vault.ts'
import { printable } from './terminal.ts'

export const blame: CommandModule = {
  examples: [['docvault blame latest page README.md', 'for each line the snapshot that first had it']],
  define(command) {
    command
      .argument('<snapshot>', SNAPSHOT_ARGUMENT)
      .argument('<kind>', 'page, or another kind with Markdown')
      .argument('<id>', 'its id, path or title')
      .option('--in <id>', 'id or title of what it stands under, where several are called so')
      .option('--org <id>', 'which organization `latest` means')
  },
  async run(context) {
    const { args, options, terminal } = context
    const [name = '', kindText = '', id = ''] = args
    const kind = assertKind(kindText)
    const vault = openConfigured(context)
    try {
      const asked = namedSnapshot(vault, name, terminal, { organization: options.text('org') })
      const wish = { kind, name: id, within: options.text('in') }
      const named = { vault, snapshot: asked, wish, command: typing(vault, number => `blame ${number}`) }
      const { snapshot, resource } =
        name === 'latest' ? findLast(named, terminal) : { snapshot: asked, resource: findOne(named) }
      const lines = blameLines(vault, snapshot, resource)
      if (lines === null)
        throw new UsageError(`${kind} ${id} has no Markdown in snapshot ${snapshot.snapshot}`)
      const width = String(snapshot.snapshot).length
      for (const [index, { since, text }] of lines.entries()) {
        const day = vault.startedAt(since)?.slice(0, 10) ?? ''
        terminal.event('line', { line: index + 1, since, started: day, text })
        terminal.line(
          `${String(since).padStart(width)} ${day} ${String(index + 1).padStart(4)}  ${printable(text)}`,
        )
      }
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}
