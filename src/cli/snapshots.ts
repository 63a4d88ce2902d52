import { GAP_CLASSES, type SnapshotSummary } from '../model/snapshot.ts'
import { openVault } from '../vault/vault.ts'
import { gapLine } from './account.ts'
import type { CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { formatBytes, formatDuration, formatTable, formatTime } from './format.ts'
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
  terminal.line(formatTable(head, found.map(rowOf)))
  for (const one of found) {
    for (const gap of one.gaps.slice(0, GAPS_SHOWN))
      terminal.line(`gap in ${one.snapshot}: ${gapLine(one.snapshot, gap)}`)
    const more = one.gaps.length - GAPS_SHOWN
    if (more > 0) terminal.line(`gap in ${one.snapshot}: … and ${more} more; --json lists all`)
  }
}

function rowOf(one: SnapshotSummary): (string | number)[] {
  const resources = Object.values(one.resources).reduce((sum, count) => sum + count, 0)
  return [
    one.snapshot,
    one.state,
    formatTime(one.started),
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
