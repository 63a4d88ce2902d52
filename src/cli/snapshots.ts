import { GAP_CLASSES, type SnapshotSummary } from '../model/snapshot.ts'
import { openVault } from '../vault/vault.ts'
import { gapLine } from './account.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { formatBytes, formatDuration } from './format.ts'
import { stateColor } from './state-color.ts'
import { printTable } from './table.ts'
import { printable, type Terminal } from './terminal.ts'

/** A platform that is down makes thousands. */
const GAPS_SHOWN = 10

export const snapshots: CommandModule = {
  examples: [
    ['docvault snapshots', 'newest last'],
    ['docvault snapshots --json | tail -n 1', 'the newest one, for a script'],
  ],
  define(command) {
    command.option('--org <id>', 'only this organization')
  },
  async run({ config, options, terminal }) {
    const vault = openVault(config()['vault.path'])
    try {
      const found = vault.snapshots({ organization: options.text('org') })
      for (const one of found) terminal.event('summary', one)
      if (found.length === 0) terminal.line('no snapshots yet; `docvault backup` takes one')
      else print(found, terminal)
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}

function print(found: readonly SnapshotSummary[], terminal: Terminal): void {
  const head = [
    '#',
    'state',
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
  ]
  printTable(terminal, {
    head,
    rows: found.map(one => rowOf(one, terminal)),
    narrow: [
      ['received', 0],
      ['requests', 0],
      ['took', 0],
      ['resources', 0],
      ['organization', new Set(found.map(one => one.organization)).size > 1 ? 12 : 0],
      ['gaps', 8],
      ['added', 0],
      ['removed', 0],
      ['modified', 0],
    ],
    paint: { state: stateColor(terminal) },
  })
  for (const one of found) {
    for (const gap of one.gaps.slice(0, GAPS_SHOWN))
      terminal.line(`gap in ${one.snapshot}: ${gapLine(one.snapshot, gap)}`)
    const more = one.gaps.length - GAPS_SHOWN
    if (more > 0) terminal.line(`gap in ${one.snapshot}: … and ${more} more; --json lists all`)
  }
}

function rowOf(one: SnapshotSummary, terminal: Terminal): (string | number)[] {
  const resources = Object.values(one.resources).reduce((sum, count) => sum + count, 0)
  return [
    one.snapshot,
    one.state,
    terminal.when(one.started),
    printable(one.organizationTitle),
    resources,
    one.added,
    one.modified,
    one.removed,
    gapsByClass(one),
    one.requests,
    formatBytes(one.bytes),
    one.sealed === null ? '' : formatDuration(one.duration_ms),
  ]
}

/** `3 unreachable, 1 fuzzy`. */
function gapsByClass({ gaps }: SnapshotSummary): string {
  return GAP_CLASSES.flatMap(name => {
    const count = gaps.filter(gap => gap.class === name).length
    return count === 0 ? [] : [`${count} ${name}`]
  }).join(', ')
}
