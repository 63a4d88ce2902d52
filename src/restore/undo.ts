/**
 * Removes what a run made, newest first, and only what is still as the run left it and was shown before: whatever was
 * edited since stays and is told. Nothing that was there before the run is touched.
 */

import type { Digest } from '../model/digest.ts'
import { UsageError } from '../model/errors.ts'
import type { Kind } from '../model/resource.ts'
import { makeDoing, type Note } from './apply.ts'
import { face } from './facing.ts'
import { restorers } from './kinds/index.ts'
import { matchStates } from './match.ts'
import { labelOf } from './naming.ts'
import type { Restoring } from './restore.ts'
import type { Restorer } from './restorer.ts'
import { type OrganizationState, readState, type StateItem } from './state.ts'

export interface UndoResult {
  run: number
  removed: Undone[]
  kept: (Undone & { reason: string })[]
}

export interface Undone {
  kind: Kind
  id: string
  label: string
}

/** What an undo would do now. Changes nothing. */
export async function planUndo(restoring: Restoring, run: number): Promise<UndoResult> {
  const { left, now, made } = await look(restoring, run)
  const result: UndoResult = { run, removed: [], kept: [] }
  for (const [, item] of removable(now, made)) sort(result, whyKept(left, now, item), item)
  return result
}

/** `shown`: what somebody agreed to; nothing else is removed. Null: nobody was asked. */
export async function undoRestore(
  restoring: Restoring,
  run: number,
  shown: readonly Undone[] | null,
): Promise<UndoResult> {
  const { left, now, made, after } = await look(restoring, run)
  const { vault, request, platform } = restoring
  const source = readState(restoring.source, request.snapshot)
  const matches = matchStates({ source, target: now, known: vault.restoredIds({ run }), run })
  const facing = await face(platform, { source, target: now, matches, writer: restoring.writer })
  const notes: Note[] = []
  const wanted = { ...restoring, run, resumed: false, facing, matches, before: now, publisher: null }
  const doing = makeDoing(wanted, notes)
  const result: UndoResult = { run, removed: [], kept: [] }
  const agreed = shown === null ? null : new Set(shown.map(nameOf))
  for (const [remove, item] of removable(now, made)) {
    const isUnseen = agreed !== null && !agreed.has(nameOf(item))
    const reason = whyKept(left, now, item) ?? (isUnseen ? 'it was not in the list that was agreed to' : null)
    if (reason === null)
      await doing.write(
        `undo ${item.kind} ${item.path}`,
        () => remove(doing, item),
        async () => null,
      )
    sort(result, reason, item)
  }
  vault.restores.endRun(run, { state: 'undone', after, report: result })
  return result
}

async function look(restoring: Restoring, run: number) {
  const { vault } = restoring
  const row = vault.restoreRuns().find(one => one.id === run)
  if (!row || row.after === null)
    throw new UsageError(`restore ${run} is not done`, { hint: 'resume it first: then its end is known' })
  if (row.state === 'undone') throw new UsageError(`restore ${run} is undone already`)
  const left = readState(vault, row.after)
  const now = readState(vault, (await restoring.readTarget('before')).snapshot)
  const ids = vault.restoredIds({ run }).filter(one => one.made)
  const made = new Set(ids.map(({ kind, target }) => nameOf({ kind, id: target })))
  return { left, now, made, after: row.after }
}

/** What the run made and is there, children before what they stand in. */
function* removable(now: OrganizationState, made: ReadonlySet<string>): Generator<[Remove, StateItem]> {
  for (const { kind, remove } of restorers.toReversed())
    if (remove) for (const item of now.list(kind)) if (made.has(nameOf(item))) yield [remove, item]
}

type Remove = NonNullable<Restorer['remove']>

function sort(result: UndoResult, reason: string | null, item: StateItem): void {
  const about = { kind: item.kind, id: item.id, label: labelOf(item) }
  if (reason === null) result.removed.push(about)
  else result.kept.push({ ...about, reason })
}

function nameOf({ kind, id }: { kind: Kind; id: string }): string {
  return `${kind} ${id}`
}

/** Null when it, and everything below it, is as the run left it. */
function whyKept(left: OrganizationState, now: OrganizationState, item: StateItem): string | null {
  if (changeOf(left, now, item)) return 'it was changed since'
  for (const kind of now.kinds()) {
    for (const below of now.list(kind)) {
      if (!isBelow(below, item)) continue
      if (changeOf(left, now, below)) return `${below.kind} ${labelOf(below)} in it was changed since`
    }
  }
  return null
}

function isBelow(below: StateItem, item: StateItem): boolean {
  for (let one = below.parent; one !== null; one = one.parent) if (one === item) return true
  return false
}

/** Another version than the one of that time is another state. */
function changeOf(left: OrganizationState, now: OrganizationState, item: StateItem): boolean {
  const before = left.at(item.kind, item.path)
  return (
    before === undefined ||
    digestsOf(before) !== digestsOf(item) ||
    now.at(item.kind, item.path) === undefined
  )
}

function digestsOf({ resource }: StateItem): string {
  const parts: Digest[] = resource.parts.map(part => part.digest)
  return [resource.contentDigest, ...parts].join()
}
