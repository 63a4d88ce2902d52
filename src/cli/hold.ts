/** `hold`: keeps the snapshots of a time for as long as somebody needs them, and lists what is held. */
import { type HoldData, hold as job } from '../../jobs/annotate.ts'
import type { LegalHold } from '../model/annotations.ts'
import { UsageError } from '../model/errors.ts'
import { formatLocal } from '../model/local-time.ts'
import { rangesOf } from '../model/number-ranges.ts'
import { plural } from '../model/plural.ts'
import type { Vault } from '../vault/vault.ts'
import { annotateVault } from './annotate.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { parseEnd } from './end-time.ts'
import { exitCodes } from './exit-code.ts'
import { SNAPSHOT_ARGUMENT, snapshotNumber } from './named-snapshot.ts'
import { openConfigured } from './open-vault.ts'
import { personHere } from './person.ts'
import { printTable } from './table.ts'
import { printable, type Terminal } from './terminal.ts'

export const hold: CommandModule = {
  examples: [
    [
      'docvault hold --from 2026-01-01 --to 2026-03-31 --who Legal --why subpoena',
      'every snapshot of a quarter',
    ],
    ['docvault hold 12 --who Legal --why subpoena --until 2031-12-31', 'one snapshot, until a day'],
    ['docvault hold --list', 'what is held, by whom and why'],
  ],
  define(command) {
    command
      .argument('[snapshot]', `${SNAPSHOT_ARGUMENT}; or --from, --to, --org`)
      .option('--from <time>', 'snapshots that were started then or later')
      .option('--to <time>', 'snapshots that were started then or earlier; without it those to come too')
      .option('--org <id>', 'only of this organization; with a snapshot, which one `latest` means')
      .option('--who <name>', 'who wants it; default who types it')
      .option('--why <text>', 'the reason')
      .option('--name <name>', 'short, for lists; default the reason')
      .option('--until <time>', 'how long from now (90d, 52w), or a day; default until it is released')
      .option('--list', 'what is held')
      .option('--all', 'with --list: what was held as well')
  },
  async run(context) {
    const { options, terminal } = context
    if (options.flag('list')) return listHolds(context)
    const { hold, snapshots, back } = await annotateVault(context, job, wishOf(context))
    terminal.event('summary', { ...hold, snapshots, back })
    const { timezone } = clockOf(context)
    terminal.line(
      printable(
        `hold ${hold.hold}, "${hold.name}", keeps ${plural(snapshots, 'snapshot')} ${endOf(hold, terminal, timezone)}`,
      ),
    )
    if (back.length > 0) terminal.line(`no more forgotten: ${rangesOf(back)}`)
    return exitCodes.done
  },
}

/** Throws UsageError for what would hold nothing, or everything by mistake. */
function wishOf(context: CommandContext): HoldData {
  const { args, options } = context
  const [snapshot] = args
  const [from, to, organization] = [options.text('from'), options.text('to'), options.text('org')]
  if (snapshot !== undefined && (from ?? to) !== undefined)
    throw new UsageError('a hold is of a snapshot, or of a time: not both')
  if ([snapshot, from, to, organization].every(given => given === undefined))
    throw new UsageError('what is to be held?', { hint: 'name a snapshot, or --from and --to, or --org' })
  const why = options.text('why')
  if (why === undefined || why.trim() === '')
    throw new UsageError('a hold wants a reason', { hint: 'say it with --why' })
  const until = options.text('until')
  const by = personHere()
  const given = {
    snapshot: snapshot === undefined ? undefined : snapshotNumber(context, snapshot),
    organization,
    ...periodOf(context, from, to),
    until: until === undefined ? undefined : parseEnd('--until', until, clockOf(context)),
  }
  return {
    by,
    who: options.text('who') ?? by,
    why,
    name: options.text('name') ?? why,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
}

function periodOf(context: CommandContext, from: string | undefined, to: string | undefined) {
  const vault = openConfigured(context)
  try {
    const first = from === undefined ? undefined : vault.time(from).from
    const last = to === undefined ? undefined : vault.time(to).to
    if (first !== undefined && last !== undefined && first > last)
      throw new UsageError(`--from "${from}" is later than --to "${to}"`)
    return { from: isoOf(first), to: isoOf(last) }
  } finally {
    vault.close()
  }
}

function isoOf(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

function clockOf(context: CommandContext): { now: number; timezone: string } {
  return { now: context.now(), timezone: context.config()['schedules.timezone'] }
}

function endOf({ until }: LegalHold, terminal: Terminal, timezone: string): string {
  return until === null ? 'until it is released' : `until ${terminal.when(until, timezone)}`
}

function listHolds(context: CommandContext): number {
  const { options, terminal } = context
  const vault = openConfigured(context)
  try {
    const counts = countHeld(vault)
    const isInForce = ({ released, until }: LegalHold) =>
      released === null && (until === null || Date.parse(until) > context.now())
    const shown = vault.holds().filter(known => options.flag('all') || isInForce(known))
    for (const known of shown)
      terminal.event('hold', { ...known, in_force: isInForce(known), snapshots: counts.get(known.hold) ?? 0 })
    if (shown.length === 0) terminal.line('nothing is held')
    else printHolds(shown, counts, vault, terminal)
    return exitCodes.done
  } finally {
    vault.close()
  }
}

function countHeld(vault: Vault): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { holds = [] } of vault.markedMoments())
    for (const { hold: number } of holds) counts.set(number, (counts.get(number) ?? 0) + 1)
  return counts
}

function printHolds(
  shown: readonly LegalHold[],
  counts: ReadonlyMap<number, number>,
  { timezone }: Vault,
  terminal: Terminal,
): void {
  const day = (iso: string | null) => (iso === null ? '' : formatLocal(iso, timezone).slice(0, 16))
  printTable(terminal, {
    head: ['#', 'name', 'snapshots', 'from', 'to', 'organization', 'who', 'why', 'until', 'released'],
    rows: shown.map(known => [
      known.hold,
      printable(known.name),
      counts.get(known.hold) ?? 0,
      day(known.from),
      day(known.to),
      printable(known.organization ?? ''),
      printable(known.by),
      known.reason === known.name ? '' : printable(known.reason),
      day(known.until),
      day(known.released),
    ]),
    narrow: [
      ['why', 0],
      ['organization', 0],
      ['from', 0],
      ['to', 0],
      ['released', 0],
      ['until', 0],
      ['name', 12],
      ['who', 8],
    ],
  })
}
