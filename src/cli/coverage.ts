import { coverageOf, type KindCoverage } from '../backup/coverage.ts'
import { resources } from '../resources/index.ts'
import { openVault } from '../vault/vault.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { formatTable, formatTime } from './format.ts'

export const coverage: CommandModule = {
  examples: [
    ['docvault coverage', 'of the newest complete snapshot'],
    ['docvault coverage latest~1', 'of the one before'],
  ],
  define(command) {
    command
      .argument('[snapshot]', 'number, latest, latest~2 or @2026-11-20T02:00Z', 'latest')
      .option('--org <id>', 'which organization `latest` means')
  },
  async run({ args, config, options, terminal }) {
    const vault = openVault(config()['vault.path'])
    try {
      const organization = options.text('org')
      const summary = vault.resolve(args[0] ?? 'latest', { organization, allowRunning: true })
      const kinds = coverageOf(vault, summary, resources)
      for (const one of kinds) {
        const { oldestRead, lacks, ...fields } = one
        terminal.event('coverage', { ...fields, oldest_read: oldestRead, lacks })
      }
      const head = ['kind', 'state', 'resources', 'gaps', 'last read in full', 'lacks']
      terminal.line(formatTable(head, kinds.map(rowOf)))
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}

function rowOf({
  kind,
  state,
  resources: count,
  gaps,
  oldestRead,
  lacks,
}: KindCoverage): (string | number)[] {
  const missing = lacks.map(one => (one.part ? `${one.operation} (${one.part})` : one.operation))
  return [kind, state, count, gaps, oldestRead === null ? '' : formatTime(oldestRead), missing.join(', ')]
}
