/**
 * The walk from the organization down: which scopes there are, and in which order.
 */
import pMap from 'p-map'
import type { Kind } from '../model/resource.ts'
import type { ResourceKey } from '../vault/vault.ts'
import { type Group, groupsUnder, kindsUnder } from './group.ts'
import { reasonToRead } from './needs-reading.ts'
import { readGroup } from './read-group.ts'
import type { BackupRun, Placed } from './run.ts'

export async function walkRoot(run: BackupRun): Promise<void> {
  for (const group of groupsUnder(run.resources, null)) {
    for (const placed of await readGroup(run, group, null, null)) {
      run.root = placed
      await walkBelow(run, placed)
    }
  }
}

/** Kinds that only stand in for an extension: last, when it is known whether the service has it. */
export async function walkStandIns(run: BackupRun): Promise<void> {
  for (const parent of [...run.placed.values()]) {
    for (const group of groupsUnder(run.resources, parent.kind)) {
      if (group.insteadOf === null || run.platform.capabilities.wasOffered(group.insteadOf)) continue
      run.signal?.throwIfAborted()
      await readIfNeeded(run, group, parent)
    }
  }
}

/** One scope again, and what stands below resources that it did not name the first time. */
export async function readAgain(run: BackupRun, kind: Kind, parentKey: ResourceKey): Promise<void> {
  const parent = run.placed.get(parentKey)
  const group = groupsUnder(run.resources, parent?.kind ?? null).find(one =>
    one.members.some(member => member.kind === kind),
  )
  if (parent === undefined || group === undefined) return
  const known = new Set(run.placed.keys())
  const placed = await readGroup(run, group, parent, null)
  for (const one of placed) if (!known.has(one.key)) await walkBelow(run, one)
}

/** Kinds one after another, because later ones build on earlier ones; what stands below one kind side by side. */
async function walkBelow(run: BackupRun, parent: Placed): Promise<void> {
  for (const group of groupsUnder(run.resources, parent.kind)) {
    run.signal?.throwIfAborted()
    if (group.insteadOf !== null) continue
    const placed = await readIfNeeded(run, group, parent)
    if (kindsUnder(run.resources, group.head.kind).length === 0) continue
    await pMap(placed, one => walkBelow(run, one), { concurrency: run.settings.spacesAtOnce })
  }
}

async function readIfNeeded(run: BackupRun, group: Group, parent: Placed): Promise<Placed[]> {
  const reason = await reasonToRead(run, group, parent)
  return reason === null ? [] : readGroup(run, group, parent, reason.token)
}
