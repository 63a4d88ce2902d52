/**
 * The walk from the organization down: which scopes there are, in which order, and which need no reading. Spaces are
 * walked each on its own, after everything else, because a daemon spreads them over its queue.
 */
import pMap from 'p-map'
import { recordGap } from './gap.ts'
import { type Group, groupsUnder, kindsUnder } from './group.ts'
import { readGroup } from './read-group.ts'
import type { BackupRun, Placed } from './run.ts'

/** Everything that does not stand below a space. Answers the spaces that were listed. */
export async function walkOrganization(run: BackupRun): Promise<Placed[]> {
  const spaces: Placed[] = []
  for (const group of groupsUnder(run.resources, null)) {
    for (const placed of await readGroup(run, group, null)) await walkBelow(run, placed, spaces)
  }
  return spaces
}

export function walkSpace(run: BackupRun, space: Placed): Promise<void> {
  return walkBelow(run, space, [])
}

/** False: equal tokens say that a walk below it would ask for nothing. */
export function hasToBeWalked(run: BackupRun, space: Placed): boolean {
  return groupsUnder(run.resources, space.kind).some(group => needsReading(run, group, space))
}

/** Kinds under the organization one after another, because later ones build on earlier ones; the rest side by side. */
async function walkBelow(run: BackupRun, parent: Placed, spaces: Placed[]): Promise<void> {
  for (const group of groupsUnder(run.resources, parent.kind)) {
    run.signal?.throwIfAborted()
    if (!needsReading(run, group, parent)) continue
    if (isLeftOut(run, group, parent)) continue
    const placed = await readGroup(run, group, parent)
    if (kindsUnder(run.resources, group.head.kind).length === 0) continue
    if (group.head.kind === 'space') spaces.push(...placed)
    else await pMap(placed, one => walkBelow(run, one, spaces), { concurrency: run.settings.spacesAtOnce })
  }
}

/**
 * Equal exact tokens prove that nothing changed. Other tokens, and scopes without one, are trusted in a fast run
 * until they get old. What stands directly under the organization is always read: one list each.
 */
function needsReading(run: BackupRun, group: Group, parent: Placed): boolean {
  if (parent.kind === 'organization') return true
  const last = run.writer.lastRead(parent.key, group.head.kind)
  if (last === null) return true
  const token = group.tokenOfParent(parent.item)
  if (token?.exact) return token.value !== last.token
  if (run.settings.exact || (token !== null && token.value !== last.token)) return true
  return last.exactAt === null || run.now() - Date.parse(last.exactAt) > run.settings.exactEveryMs
}

/** A space that was not asked for has changed: its old content is carried, and the snapshot says so. */
function isLeftOut(run: BackupRun, group: Group, parent: Placed): boolean {
  const chosen = run.settings.spaces
  if (chosen === undefined || parent.kind !== 'space' || chosen.includes(String(parent.item.id))) return false
  recordGap(run, group, parent, { class: 'skipped', message: 'changed, but not among the spaces asked for' })
  return true
}
