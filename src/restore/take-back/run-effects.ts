/**
 * What one run wrote, by whole paths of its target: from its journal, from the ids that it remembered, and from the pages
 * that its plan named. Changes that somebody else made while it ran are not its own.
 */
import type { RestoredId, RestoreRunRow } from '../../model/restore-journal.ts'
import { isContent, NODES, OWNERS } from '../../resources/drafts.ts'
import type { Vault } from '../../vault/vault.ts'
import { parseWrite, type WriteKey } from '../apply/write-key.ts'
import { subjectOf } from '../content/draft.ts'
import { restorerOf } from '../kinds/index.ts'
import type { Matches } from '../match/match.ts'
import { nameOf } from '../naming.ts'
import { mandateIn } from '../plan/mandate.ts'
import type { RestoreRequest } from '../request.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import type { Effects } from './effects.ts'

export interface RunRecord {
  vault: Vault
  row: RestoreRunRow
  request: RestoreRequest
  /** What the run put back. */
  source: OrganizationState
  /** Which of the target, as the run left it, is which of that. */
  matches: Matches
  before: OrganizationState
  after: OrganizationState
}

/** All others write content of a space or a draft. */
const OF_ITEMS: ReadonlySet<WriteKey['does']> = new Set(['set', 'create', 'delete', 'copy'])

export function effectsOfRun(record: RunRecord): Effects {
  const { vault, row, request, source, matches, before, after } = record
  const made = new Set<string>()
  for (const restored of vault.restoredIds({ run: row.id }))
    for (const name of madeBy(restored, source, matches)) made.add(name)
  const writes = doneWrites(vault, row.id)
  const set = settingsOf(writes, source, matches)
  const named = new Set(
    writes.flatMap(write => (write.does === 'delete' || write.does === 'copy' ? nameOf(write) : [])),
  )
  const owners = ownersOf(
    writes.filter(write => !OF_ITEMS.has(write.does)),
    source,
    matches,
  )
  const replaced = ownersOf(
    writes.filter(write => write.does === 'replace'),
    source,
    matches,
  )
  const written = writtenPages(row, source, matches)
  const subject = subjectOf({ run: row.id, request })
  const isOwn = (item: StateItem) =>
    made.has(nameOf(item)) ||
    named.has(nameOf(item)) ||
    (item.kind === 'change-request' && item.json.subject === subject)
  const isPart = (item: StateItem) => {
    if (item.parent === null || !isContent(item.kind) || !owners.has(nameOf(item.parent))) return false
    if (after.at(item.kind, item.path) === undefined) return true
    if (before.at(item.kind, item.path) === undefined) return false
    if (replaced.has(nameOf(item.parent))) return true
    return written === null || item.kind !== 'page' || written.has(nameOf(item))
  }
  return {
    has: item => set.has(nameOf(item)) || isWithin(item, isOwn) || isPart(item),
    fields: item => set.get(nameOf(item)) ?? undefined,
    tree: owner => owner.parent !== null && owners.has(nameOf(owner.parent)),
  }
}

function isWithin(item: StateItem, isOwn: (item: StateItem) => boolean): boolean {
  for (let current: StateItem | null = item; current !== null; current = current.parent)
    if (isOwn(current)) return true
  return false
}

function madeBy(row: RestoredId, source: OrganizationState, matches: Matches): string[] {
  const item = row.made ? source.at(row.kind, row.source) : undefined
  const there = item ? matches.target(item) : null
  return there !== null && there.id === row.target ? [nameOf(there)] : []
}

/** Those of which no answer came are among them: what they did is seen in the states. */
function doneWrites(vault: Vault, run: number): WriteKey[] {
  const done = new Set(vault.journal(run).flatMap(line => (line.state === 'failed' ? [] : [line.write])))
  return [...done].flatMap(write => parseWrite(write) ?? [])
}

/** Null: any field. */
function settingsOf(
  writes: readonly WriteKey[],
  source: OrganizationState,
  matches: Matches,
): Map<string, ReadonlySet<string> | null> {
  const found = new Map<string, ReadonlySet<string> | null>()
  for (const write of writes) {
    if (write.does !== 'set') continue
    const item = source.at(write.kind, write.path)
    const there = item ? matches.target(item) : null
    if (!item || there === null) continue
    const { settings, emptied = {} } = restorerOf.get(item.kind) ?? {}
    const setting = settings?.find(setting => setting.name === write.setting)
    const keys = Object.keys(setting?.fields(item, matches.map) ?? {})
    const known = found.get(nameOf(there))
    const fits = keys.length > 0 && keys.every(key => key in item.json || key in there.json || key in emptied)
    found.set(nameOf(there), fits && known !== null ? new Set([...(known ?? []), ...keys]) : null)
  }
  return found
}

/** Spaces and drafts into which content was written. */
function ownersOf(
  writes: readonly WriteKey[],
  source: OrganizationState,
  matches: Matches,
): ReadonlySet<string> {
  const paths = new Set(writes.map(write => write.path))
  const isNode = (path: string) => NODES.some(kind => source.has(kind, path))
  const above = [...paths].filter(isNode).map(path => path.slice(0, path.lastIndexOf('/')))
  const written = new Set([...paths, ...above])
  return new Set(
    OWNERS.flatMap(kind => source.list(kind)).flatMap(owner => {
      const there = written.has(owner.path) ? matches.target(owner) : null
      return there === null ? [] : [nameOf(there)]
    }),
  )
}

/** Null for runs of before this was noted: any page of the spaces that were written to. */
function writtenPages(
  row: RestoreRunRow,
  source: OrganizationState,
  matches: Matches,
): ReadonlySet<string> | null {
  const written = mandateIn(row.request)?.written
  if (written === undefined) return null
  return new Set(
    written.flatMap(path => {
      const item = source.at('page', path)
      const there = item ? matches.target(item) : null
      return there === null ? [] : [nameOf(there)]
    }),
  )
}
