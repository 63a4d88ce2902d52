import type { DescribedChange } from '../diff/change.ts'
import { compare } from '../diff/compare.ts'
import { makeLabelOf } from '../diff/describe.ts'
import { type ChangeCriteria, makeFilter } from '../diff/filter.ts'
import { Headline, type HeadlinePlace } from '../diff/headline.ts'
import { orderChanges } from '../diff/ordered-changes.ts'
import { Owners, type Sides } from '../diff/owners.ts'
import { periodEnds } from '../diff/period.ts'
import { UsageError } from '../model/errors.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import { resources } from '../resources/index.ts'
import type { Vault } from '../vault/vault.ts'
import { ChangeCounts } from './change-counts.ts'
import { changeEvent } from './change-event.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { printHeadline } from './headline.ts'
import { assertKind } from './kinds.ts'
import { personAtEnds, spacesAtEnds } from './named-at-ends.ts'
import { namedSnapshot, SNAPSHOT_ARGUMENT } from './named-snapshot.ts'
import { openConfigured } from './open-vault.ts'
import { stateColor } from './state-color.ts'
import { writeFileInPieces } from './write-file.ts'

export const diff: CommandModule = {
  examples: [
    ['docvault diff latest~1 latest', 'what the last backup saw change'],
    ['docvault diff --since yesterday', 'what changed since its start, what is gone first'],
    ['docvault diff latest~1 latest --stat', 'only the counts'],
    [
      'docvault diff latest~1 latest --space Handbook --html changes.html',
      'one space, bodies side by side in a browser',
    ],
  ],
  define(command) {
    command
      .argument(
        '[a]',
        `snapshot: ${SNAPSHOT_ARGUMENT}; default the one before the last, or what --since says`,
      )
      .argument('[b]', 'snapshot; default the last one, or what --until says')
      .option('--kind <kind...>', 'only these kinds')
      .option('--space <space>', 'only this space and what is in it: id or title')
      .option('--person <person>', 'only what is about this person: id, e-mail address or name')
      .option('--path <path>', 'only this path, folder or pattern such as guides/*.md')
      .option(
        '--since <time>',
        `what changed since then, e.g. 'last tuesday', 2h; with two snapshots only what one of this time or later saw first`,
      )
      .option(
        '--until <time>',
        'up to then; with two snapshots only what one of this time or before saw first',
      )
      .option('--all', 'also every single thing that came or went with a space, site or other thing')
      .option('--stat', 'counts instead of contents')
      .option('--words', 'bodies word by word instead of line by line')
      .option('--html <file>', 'write one self-contained HTML file, bodies side by side')
      .option('--by <id|path>', 'how pages and files are matched; path also works across organizations', 'id')
      .option('--org <id>', 'which organization `latest` means')
  },
  async run(context) {
    const { options, terminal } = context
    const by = options.text('by') === 'path' ? 'path' : 'id'
    if (options.text('by') !== by) throw new UsageError(`--by "${options.text('by')}" is neither id nor path`)
    const kinds = options.list('kind')?.map(kind => assertKind(kind))
    const vault = openConfigured(context)
    try {
      const { a, b, filter } = endsOf(context, vault)
      const isWanted = makeFilter(vault, makeLabelOf(vault, resources), {
        ...filter,
        space: spacesAtEnds(vault, { a, b }, options.text('space')),
        person: personAtEnds(vault, { a, b }, options.text('person')),
      })
      const changes = function* (): Generator<DescribedChange> {
        for (const change of compare(vault, resources, { a, b }, { kinds, by }))
          if (isWanted(change)) yield change
      }
      const file = options.text('html')
      if (file !== undefined) {
        const { renderHtmlDiff } = await import('../diff/html/report.ts')
        await writeFileInPieces(file, renderHtmlDiff({ vault, a, b, changes }))
      }
      const sides: Sides = { a, b, by }
      const shown = terminal.json
        ? await asEvents(context, vault, changes(), sides)
        : await asText(context, vault, changes(), sides)
      terminal.event('summary', {
        a: a.snapshot,
        b: b.snapshot,
        ...shown.counts.totals,
        kinds: shown.counts.byKind,
        actions: shown.counts.byAction,
        places: shown.places,
        ...(file === undefined ? {} : { html: file }),
      })
      for (const snapshot of [a, b].filter(({ state }) => state !== 'complete'))
        terminal.line(
          `snapshot ${snapshot.snapshot} is ${stateColor(terminal)(snapshot.state)}: what it could not read is unknown here`,
        )
      terminal.line(options.flag('stat') ? shown.counts.table(terminal.width) : shown.counts.line())
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}

interface ShownDiff {
  counts: ChangeCounts
  places: readonly HeadlinePlace[]
}

/** In the order of the vault, as they come. */
async function asEvents(
  { options, terminal }: CommandContext,
  vault: Vault,
  changes: Iterable<DescribedChange>,
  sides: Sides,
): Promise<ShownDiff> {
  const [stat, file] = [options.flag('stat'), options.text('html')]
  // Counting needs neither bodies nor what compares them.
  const output = stat || file !== undefined ? null : await import('./change-output.ts')
  const [counts, headline, owners] = [new ChangeCounts(), new Headline(), new Owners(vault, resources, sides)]
  for (const change of changes) {
    counts.add(change)
    headline.add(change, owners.of(change))
    if (stat) terminal.event('change', changeEvent(change, null))
    output?.emitChange(vault, change, terminal, { words: false })
  }
  return { counts, places: headline.places() }
}

/** What matters most first. */
async function asText(
  { options, terminal }: CommandContext,
  vault: Vault,
  changes: Iterable<DescribedChange>,
  sides: Sides,
): Promise<ShownDiff> {
  const counts = new ChangeCounts()
  const counted = function* () {
    for (const change of changes) {
      counts.add(change)
      yield change
    }
  }
  const ordered = orderChanges(vault, counted(), sides)
  try {
    printHeadline(vault, terminal, sides, ordered.places)
    if (options.flag('stat') || options.text('html') !== undefined) return { counts, places: ordered.places }
    const { emitChange } = await import('./change-output.ts')
    for (const { change, folded } of ordered.inOrder(options.flag('all'))) {
      emitChange(vault, change, terminal, { words: options.flag('words') })
      if (folded.size > 0) terminal.line(`  ${foldedWords(change, folded)}`)
    }
    return { counts, places: ordered.places }
  } finally {
    ordered.close()
  }
}

function foldedWords({ type }: DescribedChange, folded: ReadonlyMap<string, number>): string {
  const kinds = [...folded].sort(([, m], [, n]) => n - m).map(([kind, count]) => `${count} ${kind}`)
  return `${type === 'removed' ? 'went' : 'came'} with it: ${kinds.join(', ')}; --all lists them`
}

interface Ends {
  a: SnapshotSummary
  b: SnapshotSummary
  filter: ChangeCriteria
}

/** Without snapshots, `--since` and `--until` say which; with them they choose among the changes. */
function endsOf({ args, options, terminal }: CommandContext, vault: Vault): Ends {
  const [from, to] = args
  const path = options.text('path')
  const [organization, since, until] = [options.text('org'), options.text('since'), options.text('until')]
  if (from === undefined) {
    const { first, last } = periodEnds(vault, { organization, since, until })
    return { a: first, b: last, filter: { path } }
  }
  const a = namedSnapshot(vault, from, terminal, { organization })
  const b =
    to === undefined
      ? periodEnds(vault, { organization: a.organization, since: String(a.snapshot) }).last
      : namedSnapshot(vault, to, terminal, { organization })
  return { a, b, filter: { path, since, until } }
}
