import { bodyDiff } from '../diff/body-diff.ts'
import { compare, type DescribedChange } from '../diff/compare.ts'
import { UsageError } from '../model/errors.ts'
import { resources } from '../resources/index.ts'
import { openVault, type Vault } from '../vault/vault.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { formatTable, plural } from './format.ts'
import { assertKind } from './kinds.ts'
import { printable, type Terminal } from './terminal.ts'

export const diff: CommandModule = {
  define(command) {
    command
      .argument('<a>', 'snapshot: number, latest~1, @2026-11-20T02:00Z')
      .argument('<b>', 'snapshot')
      .option('--kind <kind...>', 'only these kinds')
      .option('--stat', 'counts instead of contents')
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
      const counts = new Counts()
      for (const change of compare(vault, resources, a, b, { kinds, by })) {
        counts.add(change)
        printChange(vault, change, terminal, options.flag('stat'))
      }
      terminal.event('summary', { a: a.snapshot, b: b.snapshot, ...counts.totals, kinds: counts.byKind })
      terminal.line(options.flag('stat') ? counts.table() : counts.line())
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}

function printChange(vault: Vault, change: DescribedChange, terminal: Terminal, stat: boolean): void {
  const { description, type } = change
  const patch = stat ? null : bodyDiff(vault, change)
  terminal.event('change', {
    type,
    kind: description.kind,
    id: description.id,
    title: description.title,
    within: description.within,
    path: description.path,
    git_path: description.gitPath,
    before: change.before?.contentDigest ?? null,
    after: change.after?.contentDigest ?? null,
    ...(patch === null ? {} : { patch }),
  })
  if (stat || terminal.json) return
  const place = [description.within, description.gitPath ?? description.path].filter(Boolean).join(' / ')
  const line = printable(
    `${type} ${description.kind} ${description.id}  ${description.title}${place ? `  [${place}]` : ''}`,
  )
  terminal.line(colored(terminal, type, line))
  if (patch !== null) terminal.line(patch.trimEnd())
}

function colored(terminal: Terminal, type: DescribedChange['type'], line: string): string {
  const { green, red, yellow, magenta } = terminal.colors
  return { added: green, removed: red, modified: yellow, unknown: magenta }[type](line)
}

class Counts {
  readonly totals = { added: 0, modified: 0, removed: 0, unknown: 0 }
  readonly byKind: Record<string, { added: number; modified: number; removed: number; unknown: number }> = {}

  add({ type, description }: DescribedChange): void {
    this.totals[type]++
    this.byKind[description.kind] ??= { added: 0, modified: 0, removed: 0, unknown: 0 }
    const kind = this.byKind[description.kind]
    if (kind) kind[type]++
  }

  line(): string {
    const { added, modified, removed, unknown } = this.totals
    const open = unknown > 0 ? `, ${unknown} unknown (not read in one of the two)` : ''
    return `${plural(added + modified + removed, 'change')}: ${added} added, ${modified} modified, ${removed} removed${open}`
  }

  table(): string {
    const rows = Object.entries(this.byKind).map(([kind, one]) => [
      kind,
      one.added,
      one.modified,
      one.removed,
      one.unknown,
    ])
    return formatTable(
      ['kind', 'added', 'modified', 'removed', 'unknown'],
      [...rows, ['all', ...Object.values(this.totals)]],
    )
  }
}
