/** The snapshot that a command line names. Which one a time or a tag has led to is said beside what the command prints. */
import type { Period, PeriodEnds } from '../diff/period.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { Vault } from '../vault/vault.ts'
import type { CommandContext } from './command.ts'
import { openConfigured } from './open-vault.ts'
import type { Terminal } from './terminal.ts'

/** Of an argument that names one. */
export const SNAPSHOT_ARGUMENT = 'number, tag, latest, latest~2, @yesterday, @2026-11-20T02:00Z'

export interface NameOptions {
  organization?: string | undefined
  allowRunning?: boolean | undefined
}

/** Throws UsageError naming what there is. */
export function namedSnapshot(
  vault: Vault,
  name: string,
  terminal: Terminal,
  options: NameOptions = {},
): SnapshotSummary {
  const found = vault.resolve(name, options)
  if (found.forgotten)
    terminal.note(
      `snapshot ${found.snapshot} is forgotten: \`docvault forget --undo ${found.snapshot}\` keeps it from being pruned`,
    )
  const isTime = name.startsWith('@')
  if (!isTime && !found.tags?.includes(name.normalize('NFC'))) return found
  const passed = isTime ? passedOver(vault, found, name) : []
  const { snapshot, started, sealed, organization } = found
  terminal.event('resolved', { name, snapshot, organization, started, sealed, passed_over: passed })
  const partial = passed.length === 0 ? '' : `; newer, but partial: ${passed.join(', ')}`
  terminal.note(`${name} is ${snapshotWords(found, vault, terminal)}${partial}`)
  return found
}

/** For a job, that may run elsewhere: which snapshot a time means is decided and said here. Other names stay as they are. */
export function snapshotNumber(context: CommandContext, name: string): string {
  if (!name.startsWith('@')) return name
  const vault = openConfigured(context)
  try {
    const organization = context.options.text('org')
    return String(namedSnapshot(vault, name, context.terminal, { organization }).snapshot)
  } finally {
    vault.close()
  }
}

/** `snapshot 12 of 2026-11-20 03:00:05 (Europe/Berlin, 1 d ago)`; of one that is forgotten, that too. */
export function snapshotWords(
  { snapshot, started, forgotten }: Pick<SnapshotSummary, 'snapshot' | 'started' | 'forgotten'>,
  vault: Vault,
  terminal: Terminal,
): string {
  return `snapshot ${snapshot} of ${whenIn(started, vault, terminal)}${forgotten ? ', forgotten' : ''}`
}

/** With the zone, which nobody can guess. */
export function whenIn(iso: string, { timezone }: Vault, terminal: Terminal): string {
  const [time = '', ago] = terminal.when(iso, timezone).split(', ')
  return `${time} (${[timezone, ago].filter(Boolean).join(', ')})`
}

/** Which two snapshots the times of a period have led to. */
export function notePeriod(
  vault: Vault,
  { since, until }: Period,
  ends: PeriodEnds,
  terminal: Terminal,
): void {
  if (![since, until].some(end => end !== undefined && !/^\d+$/.test(end))) return
  const [first, last] = [ends.first, ends.last].map(end => snapshotWords(end, vault, terminal))
  terminal.note(`from ${first} to ${last}`)
}

/** Partial ones that are nearer to the time. */
function passedOver(vault: Vault, found: SnapshotSummary, name: string): number[] {
  const { to } = vault.time(name.slice(1))
  return vault
    .snapshots({ organization: found.organization, backups: true, from: found.snapshot + 1 })
    .filter(backup => backup.forgotten === undefined)
    .filter(({ sealed }) => sealed !== null && Date.parse(sealed) <= to)
    .map(backup => backup.snapshot)
}
