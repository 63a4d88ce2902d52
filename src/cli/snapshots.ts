import { formatBytes, formatDuration } from '../model/format.ts'
import { pendingWords } from '../model/markdown-pending.ts'
import { plural } from '../model/plural.ts'
import { GAP_CLASSES, isReading, type SnapshotSummary } from '../model/snapshot.ts'
import { keptBy } from '../retention/kept-by.ts'
import { openVault } from '../vault/vault.ts'
import { gapLine } from './account.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { stateColor } from './state-color.ts'
import { printTable } from './table.ts'
import { printable, type Terminal } from './terminal.ts'

const FORGOTTEN = 'forgotten'
/** A platform that is down makes thousands. */
const GAPS_SHOWN = 10

export const snapshots: CommandModule = {
  examples: [
    ['docvault snapshots', 'newest last'],
    ['docvault snapshots --all', 'with what plans and restores read of their targets'],
    ['docvault snapshots --json | tail -n 1', 'the newest one, for a script'],
  ],
  define(command) {
    command
      .option('--org <id>', 'only this organization')
      .option('--all', 'also what plans and restores read of their targets')
  },
  async run({ config, options, terminal }) {
    const vault = openVault(config()['vault.path'])
    try {
      const found = vault.snapshots({ organization: options.text('org') })
      for (const snapshot of found) terminal.event('summary', snapshot)
      const shown = options.flag('all') ? found : found.filter(snapshot => !isReading(snapshot.trigger))
      if (found.length === 0) terminal.line('no snapshots yet; `docvault backup` takes one')
      else if (shown.length > 0) print(shown, options.flag('all'), terminal)
      const forgotten = shown.filter(snapshot => snapshot.forgotten !== undefined).length
      if (forgotten > 0)
        terminal.line(
          `${forgotten} ${FORGOTTEN}: \`docvault forget --undo\` brings back what is not pruned yet`,
        )
      const hidden = found.length - shown.length
      if (hidden > 0)
        terminal.line(`${plural(hidden, 'reading')} of plans and restores not shown: --all shows them`)
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}

/** `all`: then it matters what each was taken for. */
function print(found: readonly SnapshotSummary[], all: boolean, terminal: Terminal): void {
  const head = [
    '#',
    'state',
    ...(all ? ['trigger'] : []),
    'started',
    'organization',
    'resources',
    'added',
    'modified',
    'removed',
    'gaps',
    'requests',
    'received',
    'took',
    'tags',
    'kept by',
  ]
  printTable(terminal, {
    head,
    rows: found.map(snapshot => rowOf(snapshot, all, terminal)),
    narrow: [
      ['received', 0],
      ['requests', 0],
      ...(all ? ([['trigger', 6]] as const) : []),
      ['took', 0],
      ['resources', 0],
      ['organization', new Set(found.map(snapshot => snapshot.organization)).size > 1 ? 12 : 0],
      ['gaps', 8],
      ['added', 0],
      ['removed', 0],
      ['modified', 0],
      ['kept by', 0],
      ['tags', 0],
    ],
    paint: { state: stateColor(terminal) },
  })
  for (const snapshot of found) {
    const pending = snapshot.proof?.markdown_pending ?? 0
    if (pending > 0)
      terminal.line(`pending in ${snapshot.snapshot}: ${pendingWords(pending)}; all documents are there`)
    for (const gap of snapshot.gaps.slice(0, GAPS_SHOWN))
      terminal.line(`gap in ${snapshot.snapshot}: ${gapLine(snapshot.snapshot, gap)}`)
    const more = snapshot.gaps.length - GAPS_SHOWN
    if (more > 0) terminal.line(`gap in ${snapshot.snapshot}: … and ${more} more; --json lists all`)
  }
}

function rowOf(snapshot: SnapshotSummary, all: boolean, terminal: Terminal): (string | number)[] {
  const resources = Object.values(snapshot.resources).reduce((sum, count) => sum + count, 0)
  return [
    snapshot.snapshot,
    snapshot.forgotten ? `${snapshot.state}, ${FORGOTTEN}` : snapshot.state,
    ...(all ? [printable(snapshot.trigger)] : []),
    terminal.when(snapshot.started),
    printable(snapshot.organizationTitle),
    resources,
    snapshot.added,
    snapshot.modified,
    snapshot.removed,
    gapsByClass(snapshot),
    snapshot.requests,
    formatBytes(snapshot.bytes),
    snapshot.sealed === null ? '' : formatDuration(snapshot.duration_ms),
    printable((snapshot.tags ?? []).join(', ')),
    printable(keptBy(snapshot).join(', ')),
  ]
}

/** `3 unreachable, 1 fuzzy`. */
function gapsByClass({ gaps }: SnapshotSummary): string {
  return GAP_CLASSES.flatMap(name => {
    const count = gaps.filter(gap => gap.class === name).length
    return count === 0 ? [] : [`${count} ${name}`]
  }).join(', ')
}
