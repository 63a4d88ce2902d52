import { coverageOf, type KindCoverage } from '../backup/coverage.ts'
import { pendingWords } from '../model/markdown-pending.ts'
import { resources } from '../resources/index.ts'
import { notRead } from '../resources/not-read.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { namedSnapshot, SNAPSHOT_ARGUMENT } from './named-snapshot.ts'
import { openConfigured } from './open-vault.ts'
import { stateColor } from './state-color.ts'
import { printTable } from './table.ts'
import type { Terminal } from './terminal.ts'

export const coverage: CommandModule = {
  examples: [
    ['docvault coverage', 'of the newest complete snapshot'],
    ['docvault coverage latest~1', 'of the one before'],
  ],
  define(command) {
    command
      .argument('[snapshot]', SNAPSHOT_ARGUMENT, 'latest')
      .option('--org <id>', 'which organization `latest` means')
  },
  async run(context) {
    const { args, options, terminal } = context
    const vault = openConfigured(context)
    try {
      const organization = options.text('org')
      const summary = namedSnapshot(vault, args[0] ?? 'latest', terminal, {
        organization,
        allowRunning: true,
      })
      const kinds = coverageOf(vault, summary, resources)
      for (const known of kinds) {
        const { oldestRead, lacks, ...fields } = known
        terminal.event('coverage', { ...fields, oldest_read: oldestRead, lacks })
      }
      const head = ['kind', 'state', 'resources', 'gaps', 'last read in full', 'unproved', 'lacks']
      printTable(terminal, {
        head,
        rows: kinds.map(known => rowOf(known, terminal)),
        narrow: [['lacks', 10]],
        paint: { state: stateColor(terminal) },
      })
      for (const unread of notRead) terminal.event('not_read', unread)
      for (const { kind, markdown_pending } of kinds)
        if (markdown_pending > 0)
          terminal.line(`${kind}: ${pendingWords(markdown_pending)}; all their documents are there`)
      terminal.line()
      terminal.line('docvault never reads:')
      for (const { what, why } of notRead) terminal.line(`  ${what} (${why.replaceAll('`', '')})`)
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}

function rowOf(
  { kind, state, resources: count, gaps, oldestRead, weak, lacks }: KindCoverage,
  terminal: Terminal,
): (string | number)[] {
  const missing = lacks.map(lack => (lack.part ? `${lack.operation} (${lack.part})` : lack.operation))
  const read = oldestRead === null ? '' : terminal.when(oldestRead)
  return [kind, state, count, gaps, read, weak?.scopes ?? '', missing.join(', ')]
}
