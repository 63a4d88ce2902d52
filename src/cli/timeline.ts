/**
 * `timeline`: the nights in which one space, page, person or other thing changed, the newest first, and the snapshot to put
 * it back from. What a night changed is ordered and folded as in `diff`; `log` has the contents of one resource.
 */

import { auditSettingsOf } from '../../jobs/audit-settings.ts'
import { makeByWhom } from '../audit/changes/by-whom.ts'
import type { DescribedChange } from '../diff/change.ts'
import type { ChangePredicate } from '../diff/filter.ts'
import { placeOf } from '../diff/format-value.ts'
import { orderChanges } from '../diff/ordered-changes.ts'
import { makeBelow, type Night, nightsOf } from '../diff/timeline.ts'
import type { Asked } from '../lookup/unclear.ts'
import { UsageError } from '../model/errors.ts'
import { plural } from '../model/plural.ts'
import type { Kind } from '../model/resource.ts'
import type { SnapshotMoment, SnapshotSummary } from '../model/snapshot.ts'
import { resources } from '../resources/index.ts'
import { MEMBERSHIP } from '../resources/people.ts'
import { backupMoments, newestBackup } from '../vault/sealed-backups.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import { changeEvent } from './change-event.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { findLast, typing } from './find-resource.ts'
import { assertKind } from './kinds.ts'
import { snapshotWords } from './named-snapshot.ts'
import { openConfigured } from './open-vault.ts'
import { printable, type Terminal } from './terminal.ts'

/** Of one night; `diff` has all of them. */
const SHOWN = 20

export const timeline: CommandModule = {
  examples: [
    ['docvault timeline space Handbook', 'what was done to a space, night by night, the newest first'],
    ['docvault timeline page README.md', 'when a page was edited, moved, renamed, deleted, and by whom'],
  ],
  define(command) {
    command
      .argument('<kind>', 'space, page, person, or another kind')
      .argument('<id>', 'its id, path or title; of a person also the e-mail address')
      .option('--in <id>', 'id or title of what it stands under, where several are called so')
      .option('--since <time>', "only nights of this time or later, e.g. 'last tuesday'")
      .option('--org <id>', 'only in this organization')
  },
  async run(context) {
    const { args, options, terminal } = context
    const vault = openConfigured(context)
    try {
      const newest = newestBackup(vault, options.text('org'))
      if (!newest) throw new UsageError('there is no snapshot yet', { hint: 'run `docvault backup`' })
      const own = backupMoments(vault, { organization: newest.organization })
      const { resource } = findLast(askedFor(context, vault, newest), terminal)
      const since = options.text('since')
      const from = since === undefined ? Number.NEGATIVE_INFINITY : vault.time(since).from
      const isPerson = args[0] === 'person'
      const wanted = isPerson ? ofPerson(vault, resource) : makeBelow(vault, resource.key)
      const tell = makeTell(context, vault)
      let nights = 0
      for (const night of nightsOf(vault, resources, own, {
        ...wantedKinds(resource, isPerson),
        isWanted: wanted,
        place: { resource: resource.key, called: isPerson ? resource.id : undefined },
      }))
        if (Date.parse(night.snapshot.started) >= from && tell(night)) nights++
      printEnd(context, vault, { resource, snapshots: own, nights })
      return exitCodes.done
    } finally {
      vault.close()
    }
  },
}

function askedFor({ args, options }: CommandContext, vault: Vault, snapshot: SnapshotSummary): Asked {
  const [kindText = '', name = ''] = args
  const within = options.text('in')
  if (kindText !== 'person') {
    const command = typing(vault, () => 'timeline')
    return { vault, snapshot, wish: { kind: assertKind(kindText), name, within }, command }
  }
  const command = ({ kind, id }: StoredResource) =>
    kind === MEMBERSHIP ? `docvault timeline person ${id}` : null
  return { vault, snapshot, wish: { kind: MEMBERSHIP, name, within }, command }
}

/** The membership, and what is said of the same person elsewhere: teams, grants, what can be opened. */
function ofPerson(vault: Vault, member: StoredResource): ChangePredicate {
  const isBelow = makeBelow(vault, member.key)
  return change => isBelow(change) || change.description.id === member.id
}

/** What has nothing below it is looked for among its own kind: that is quick. */
function wantedKinds({ kind }: StoredResource, isPerson: boolean): { kinds?: Kind[] } {
  return isPerson || resources.some(resource => resource.parent === kind) ? {} : { kinds: [kind] }
}

/** Answers whether the night had anything. */
function makeTell({ config, terminal }: CommandContext, vault: Vault): (night: Night) => boolean {
  const { trustedForMs } = auditSettingsOf(config())
  return ({ before, snapshot, changes }) => {
    const byWhom = makeByWhom({ vault, trustedForMs }, snapshot)
    const ordered = orderChanges(vault, changes(), { a: before, b: snapshot, by: 'id' })
    try {
      let count = 0
      let hidden = 0
      for (const { change, folded } of ordered.inOrder(terminal.json)) {
        if (count++ === 0) terminal.line(terminal.colors.bold(snapshotWords(snapshot, vault, terminal)))
        const { actor = 'unknown', occurred = null } = byWhom(change, before) ?? {}
        const times = {
          snapshot: snapshot.snapshot,
          started: snapshot.started,
          before_snapshot: before.snapshot,
        }
        terminal.event('state', { ...times, actor, occurred, ...changeEvent(change, null) })
        if (count > SHOWN) hidden++
        else terminal.line(`  ${lineOf(change, folded)}${whoWords(actor, occurred, vault, terminal)}`)
      }
      if (hidden > 0)
        terminal.line(`  … and ${hidden} more: \`docvault diff ${before.snapshot} ${snapshot.snapshot}\``)
      return count > 0
    } finally {
      ordered.close()
    }
  }
}

function lineOf(change: DescribedChange, folded: ReadonlyMap<string, number>): string {
  const { description, actions, fields } = change
  const place = placeOf(change)
  const values = fields
    .filter(field => [field.before, field.after].every(value => typeof value === 'string'))
    .map(({ path, before, after }) => `${path}: ${before} → ${after}`)
  const others = [...folded.values()].reduce((sum, count) => sum + count, 0)
  return printable(
    [
      `${actions.join(', ')}: ${description.kind} ${description.title}${place ? ` [${place}]` : ''}`,
      ...values.slice(0, 3),
      ...(others > 0 ? [`${others} with it`] : []),
    ].join('; '),
  )
}

function whoWords(actor: string, occurred: string | null, vault: Vault, terminal: Terminal): string {
  if (actor === 'unknown') return ''
  return printable(`; by ${actor}${occurred === null ? '' : `, ${terminal.when(occurred, vault.timezone)}`}`)
}

/** Of a resource, over the snapshots of its organization. */
interface Lifetime {
  resource: StoredResource
  snapshots: readonly SnapshotMoment[]
  /** In which it changed. */
  nights: number
}

function printEnd(
  { terminal }: CommandContext,
  vault: Vault,
  { resource, snapshots, nights }: Lifetime,
): void {
  const isIn = (snapshot: SnapshotMoment) => vault.at(snapshot.snapshot, resource.key) !== null
  const newest = snapshots.at(-1)
  const last = snapshots.findLast(snapshot => snapshot.state === 'complete' && isIn(snapshot)) ?? null
  const isThere = newest !== undefined && isIn(newest)
  const partial = snapshots.filter(({ state }) => state === 'partial').map(({ snapshot }) => snapshot)
  terminal.event('summary', {
    kind: resource.kind,
    id: resource.id,
    nights,
    there: isThere,
    last_complete: last?.snapshot ?? null,
    partial,
  })
  terminal.line(`changed in ${plural(nights, 'night')} of ${snapshots.length - 1}`)
  if (partial.length > 0)
    terminal.line(
      `what partial snapshots could not read is told when it was read again: ${partial.join(', ')}`,
    )
  if (isThere && newest) terminal.line(`it is in the newest snapshot, ${newest.snapshot}`)
  else if (last === null) terminal.line('it is gone, and no complete snapshot has it')
  else
    terminal.line(
      `it is gone; the last complete snapshot with it is ${snapshotWords(last, vault, terminal)}: \`docvault restore ${last.snapshot} ${choiceOf(resource)}\` plans to put it back`,
    )
}

function choiceOf({ kind, id }: StoredResource): string {
  if (kind === 'space' || kind === 'page') return `--${kind} ${id}`
  return kind === MEMBERSHIP ? `--person ${id}` : `--kind ${kind}`
}
