import type { Config } from '../../config/settings.ts'
import { type EffectiveAccess, effectiveAccess } from '../audit/access/effective.ts'
import { type HeldRole, type Since, sinceWhen } from '../audit/access/history.ts'
import { loadAccess } from '../audit/access/load.ts'
import { viaOf } from '../audit/access/report.ts'
import { RESOLUTIONS } from '../audit/access/resolve.ts'
import { makeSnapshotFacts, type SnapshotFacts } from '../audit/snapshot-facts.ts'
import { Best } from '../lookup/find.ts'
import { makeFit } from '../lookup/names.ts'
import { type Asked, ambiguous, missing } from '../lookup/unclear.ts'
import { UsageError } from '../model/errors.ts'
import type { Kind } from '../model/resource.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import { ACCESS_KINDS } from '../resources/access-kinds.ts'
import { MEMBERSHIP } from '../resources/people.ts'
import { newestBackup } from '../vault/sealed-backups.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import type { CommandContext, CommandModule } from './command.ts'
import { exitCodes } from './exit-code.ts'
import { findLast, findOne } from './find-resource.ts'
import { namedSnapshot, snapshotWords, whenIn } from './named-snapshot.ts'
import { openConfigured } from './open-vault.ts'
import { printTable } from './table.ts'
import { printable, type Terminal } from './terminal.ts'

/** Gaps of these kinds hide ways in. */
const WAYS_IN: readonly Kind[] = ACCESS_KINDS.filter(kind => kind !== 'organization')

export const access: CommandModule = {
  examples: [
    ['docvault access --space Handbook', 'who can see a space, and since when'],
    ['docvault access ada@example.com --at @2026-11-20', 'what a person could see on a day'],
  ],
  define(command) {
    command
      .argument('[person]', 'id, e-mail address or name')
      .option('--space <space>', 'who could see this space instead: id or title')
      .option('--at <snapshot>', 'the snapshot or day, e.g. @2026-11-20; default the newest')
      .option('--org <id>', 'which organization')
  },
  async run(context) {
    const settings = context.config()
    const vault = openConfigured(context)
    try {
      return answer(context, vault, settings)
    } finally {
      vault.close()
    }
  },
}

function answer(context: CommandContext, vault: Vault, settings: Config): number {
  const { args, options, terminal } = context
  const [person, space] = [args[0], options.text('space')]
  if ((person === undefined) === (space === undefined))
    throw new UsageError('say either a person or --space', { hint: 'docvault access ada@example.com' })
  const { snapshot, place } = placeOf(context, vault, space)
  const resolution = RESOLUTIONS.find(name => name === settings['audit.resolution']) ?? 'precedence'
  const facts = makeSnapshotFacts(vault, snapshot, settings['audit.domains'])
  const loaded = loadAccess(vault, facts)
  const people =
    person === undefined ? loaded.people : [personNamed({ vault, snapshot }, facts, loaded.people, person)]
  const spaces = loaded.spaces.filter(({ id }) => place === null || id === place)
  const held = people.flatMap(id =>
    spaces.flatMap(place => {
      const found = effectiveAccess(loaded, id, place, resolution)
      return found ? [{ person: id, place, ...found }] : []
    }),
  )
  const since = sinceWhen(vault, snapshot, held, resolution)
  const isDisabled = (id: string) => loaded.person(id)?.disabled === true
  const rows = held.map((holding, index) =>
    tell(facts, terminal, { ...holding, since: since[index], disabled: isDisabled(holding.person) }),
  )
  const { unread, weak } = printHidden(snapshot, vault, terminal)
  terminal.line(snapshotWords(snapshot, vault, terminal))
  printRoles(rows, terminal)
  terminal.event('summary', {
    snapshot: snapshot.snapshot,
    rows: rows.length,
    not_read: [...new Set(unread)],
    weak,
  })
  return unread.length > 0 ? exitCodes.partial : exitCodes.done
}

/** What of the snapshot may hide ways in, or show some that are no more. */
function printHidden(snapshot: SnapshotSummary, vault: Vault, terminal: Terminal) {
  const unread = snapshot.gaps.filter(gap => WAYS_IN.includes(gap.kind)).map(gap => gap.kind)
  if (unread.length > 0)
    terminal.line(
      `PARTIAL: snapshot ${snapshot.snapshot} could not read ${[...new Set(unread)].join(', ')}; more or less access is possible`,
    )
  const weak = (snapshot.weak ?? []).filter(hint => WAYS_IN.includes(hint.kind))
  for (const { kind, oldest_read } of weak)
    terminal.line(
      `not read again for this snapshot: ${kind}, as it was at ${whenIn(oldest_read, vault, terminal)} or later`,
    )
  return { unread, weak }
}

function printRoles(rows: string[][], terminal: Terminal): void {
  if (rows.length === 0) {
    terminal.line('no access')
    return
  }
  printTable(terminal, {
    head: ['person', 'space', 'role', 'via', 'role since', 'ago'],
    rows,
    narrow: [
      ['via', 12],
      ['space', 12],
      ['person', 16],
      ['ago', 0],
      ['via', 8],
      ['space', 8],
      ['person', 8],
      ['role', 8],
    ],
  })
}

/** What somebody can do in a space, through what, and since when. */
interface SpaceRole extends HeldRole, EffectiveAccess {
  since: Since | undefined
  disabled: boolean
}

function tell(
  facts: SnapshotFacts,
  terminal: Terminal,
  { person: id, place, role, via: way, source, since, disabled }: SpaceRole,
): string[] {
  const { name, email } = facts.person(id)
  const via = viaOf(facts, way)
  const title = facts.title('space', place.id) ?? place.id
  const space = { id: place.id, title }
  terminal.event('access', { person: { id, name, email, disabled }, space, role, via, source, since })
  const day = since?.started.slice(0, 10)
  const when = since?.known ? `snapshot ${since.snapshot} (${day})` : `snapshot ${since?.snapshot} or before`
  const who = `${name ?? email ?? id}${disabled ? ' (disabled)' : ''}`
  return [who, title, role, via, when, since?.known ? terminal.ago(since.started) : ''].map(printable)
}

interface AskedPlace {
  snapshot: SnapshotSummary
  /** Id of the space; null: none was asked for. */
  place: string | null
}

/** The newest one, partial or not, unless one is named; of a space that is gone by now, the newest that has it. */
function placeOf({ options, terminal }: CommandContext, vault: Vault, space: string | undefined): AskedPlace {
  const [name, organization] = [options.text('at'), options.text('org')]
  const command = ({ kind, id }: StoredResource, at: number) =>
    kind === 'space' ? `docvault access --space ${id} --at ${at}` : null
  const asked = (snapshot: SnapshotSummary, named: string): Asked => ({
    ...{ vault, snapshot, command },
    wish: { kind: 'space', name: named },
  })
  if (name !== undefined) {
    const at = /^\d{4}-/.test(name) ? `@${name}` : name
    const snapshot = namedSnapshot(vault, at, terminal, { organization })
    return { snapshot, place: space === undefined ? null : findOne(asked(snapshot, space)).id }
  }
  const newest = newestBackup(vault, organization)
  if (!newest) throw new UsageError('there is no snapshot yet', { hint: 'run `docvault backup`' })
  if (space === undefined) return { snapshot: newest, place: null }
  const { snapshot, resource } = findLast(asked(newest, space), terminal)
  return { snapshot, place: resource.id }
}

/** Whoever is known to have a way in, a member or not. */
function personNamed(
  at: Pick<Asked, 'vault' | 'snapshot'>,
  facts: SnapshotFacts,
  people: readonly string[],
  name: string,
): string {
  const fitOf = makeFit({ name })
  const best = new Best<string>()
  for (const id of people) {
    const { name: title, email } = facts.person(id)
    const also = email === null ? [] : [email]
    best.add(fitOf({ ...PLACELESS, id, title: title ?? id, also }), id)
  }
  const [only] = best.found
  if (only !== undefined && best.count === 1) return only
  const command = ({ kind, id }: StoredResource) =>
    kind === MEMBERSHIP ? `docvault access ${id} --at ${at.snapshot.snapshot}` : null
  const asked: Asked = { ...at, wish: { kind: MEMBERSHIP, name }, command }
  if (only === undefined) throw missing(asked)
  const found = best.found.flatMap(id => at.vault.find(at.snapshot.snapshot, MEMBERSHIP, id))
  throw ambiguous(asked, { ...best, found })
}

const PLACELESS = { slug: null, paths: [], addresses: [], parentId: null, within: null }
