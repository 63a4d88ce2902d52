/**
 * Removes what a run made, newest first, and only what is still as the run left it: whatever was edited since stays and
 * is told. Nothing that was there before the run is touched.
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
import { type OrganizationState, readState, type StateItem } from './state.ts'

export interface UndoResult {
  run: number
  removed: { kind: Kind; id: string; label: string }[]
  kept: { kind: Kind; id: string; label: string; reason: string }[]
}

export async function undoRestore(restoring: Restoring, run: number): Promise<UndoResult> {
  const { vault, request, platform } = restoring
  const row = vault.restoreRuns().find(one => one.id === run)
  if (!row || row.after === null)
    throw new UsageError(`restore ${run} is not done`, { hint: 'resume it first: then its end is known' })
  if (row.state === 'undone') throw new UsageError(`restore ${run} is undone already`)
  const left = readState(vault, row.after)
  const now = readState(vault, (await restoring.readTarget('before')).snapshot)
  const source = readState(restoring.source, request.snapshot)
  const matches = matchStates({ source, target: now, known: vault.restoredIds({ run }), run })
  const facing = await face(platform, { source, target: now, matches, writer: restoring.writer })
  const notes: Note[] = []
  const wanted = { ...restoring, run, resumed: false, facing, matches, before: now, publisher: null }
  const doing = makeDoing(wanted, notes)
  const result: UndoResult = { run, removed: [], kept: [] }
  const made = new Set(
    vault.restoredIds({ run }).flatMap(one => (one.made ? [`${one.kind} ${one.target}`] : [])),
  )
  for (const restorer of restorers.toReversed()) {
    if (!restorer.remove) continue
    for (const item of now.list(restorer.kind).filter(one => made.has(`${one.kind} ${one.id}`))) {
      const about = { kind: item.kind, id: item.id, label: labelOf(item) }
      const reason = whyKept(left, now, item)
      if (reason !== null) {
        result.kept.push({ ...about, reason })
        continue
      }
      const remove = restorer.remove
      await doing.write(
        `undo ${item.kind} ${item.path}`,
        () => remove(doing, item),
        async () => null,
      )
      result.removed.push(about)
    }
  }
  vault.restores.endRun(run, { state: 'undone', after: row.after, report: result })
  return result
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
