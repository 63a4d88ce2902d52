import type { DescribedChange } from '../diff/change.ts'
import { compare } from '../diff/compare.ts'
import { makeLabelOf } from '../diff/describe.ts'
import { makeFilter } from '../diff/filter.ts'
import { UsageError } from '../model/errors.ts'
import { resources } from '../resources/index.ts'
import { openVault } from '../vault/vault.ts'
import { ChangeCounts } from './change-counts.ts'
import { changeEvent } from './change-event.ts'
import type { CommandModule, Options } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { assertKind } from './kinds.ts'
import { stateColor } from './state-color.ts'
import { writeFileInPieces } from './write-file.ts'

export const diff: CommandModule = {
  examples: [
    ['docvault diff latest~1 latest', 'what the last backup saw change'],
    ['docvault diff latest~1 latest --stat', 'only the counts'],
    [
      'docvault diff latest~1 latest --space Handbook --html changes.html',
      'one space, bodies side by side in a browser',
    ],
  ],
  define(command) {
    command
      .argument('<a>', 'snapshot: number, latest~1, @2026-11-20T02:00Z')
      .argument('<b>', 'snapshot')
      .option('--kind <kind...>', 'only these kinds')
      .option('--space <space>', 'only this space and what is in it: id or title')
      .option('--person <person>', 'only what is about this person: id, e-mail address or name')
      .option('--path <path>', 'only this path, folder or pattern such as guides/*.md')
      .option('--since <time>', 'only what a snapshot of this time or later saw first')
      .option('--until <time>', 'only what a snapshot of this time or before saw first')
      .option('--stat', 'counts instead of contents')
      .option('--words', 'bodies word by word instead of line by line')
      .option('--html <file>', 'write one self-contained HTML file, bodies side by side')
      .option('--by <id|path>', 'how pages and files are matched; path also works across organizations', 'id')
      .option('--org <id>', 'which organization `latest` means')
  },
  async run({ args, config, options, terminal }) {
    const by = options.text('by') === 'path' ? 'path' : 'id'
    if (options.text('by') !== by) throw new UsageError(`--by "${options.text('by')}" is neither id nor path`)
    const kinds = options.list('kind')?.map(kind => assertKind(kind))
    const vault = openVault(config()['vault.path'])
    try {
      const organization = options.text('org')
      const [a, b] = [args[0] ?? '', args[1] ?? ''].map(name => vault.resolve(name, { organization }))
      if (!a || !b) throw new UsageError('diff needs two snapshots')
      const isWanted = makeFilter(vault, makeLabelOf(vault, resources), filterOf(options))
      const changes = function* (): Generator<DescribedChange> {
        for (const change of compare(vault, resources, a, b, { kinds, by }))
          if (isWanted(change)) yield change
      }
      const [stat, file] = [options.flag('stat'), options.text('html')]
      if (file !== undefined) {
        const { renderHtmlDiff } = await import('../diff/html/report.ts')
        await writeFileInPieces(file, renderHtmlDiff({ vault, a, b, changes }))
      }
      // Counting needs neither bodies nor what compares them.
      const output = stat || file !== undefined ? null : await import('./change-output.ts')
      const counts = new ChangeCounts()
      for (const change of changes()) {
        counts.add(change)
        if (stat && terminal.json) terminal.event('change', changeEvent(change, null))
        output?.emitChange(vault, change, terminal, { words: options.flag('words') })
      }
      terminal.event('summary', {
        a: a.snapshot,
        b: b.snapshot,
        ...counts.totals,
        kinds: counts.byKind,
        actions: counts.byAction,
        ...(file === undefined ? {} : { html: file }),
      })
      for (const one of [a, b].filter(({ state }) => state !== 'complete'))
        terminal.line(
          `snapshot ${one.snapshot} is ${stateColor(terminal)(one.state)}: what it could not read is unknown here`,
        )
      terminal.line(stat ? counts.table(terminal.width) : counts.line())
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}

function filterOf(options: Options) {
  return {
    space: options.text('space'),
    person: options.text('person'),
    path: options.text('path'),
    since: options.text('since'),
    until: options.text('until'),
  }
}
