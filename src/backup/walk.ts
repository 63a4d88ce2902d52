/**
 * The walk from the organization down: which scopes there are, and in which order. Spaces are walked each on its own,
 * because a daemon spreads them over its queue; what comes after them in the list may build on all of them.
 */
import pMap from 'p-map'
import type { Kind } from '../model/resource.ts'
import type { ResourceKey } from '../vault/vault.ts'
import { followsChange, followsLate } from './followers.ts'
import { causeOf, recordGap } from './gap.ts'
import { type Group, groupsUnder, kindsUnder } from './group.ts'
import { isChosen, reasonToRead } from './needs-reading.ts'
import type { ParentNode } from './parent-node.ts'
import { makePlace } from './place.ts'
import { readGroup } from './read-group.ts'
import type { BackupRun } from './run.ts'

/** Up to the spaces, which are listed and not walked. */
export async function walkToSpaces(run: BackupRun): Promise<ParentNode[]> {
  const spaces: ParentNode[] = []
  for (const group of groupsUnder(run.resources, null)) {
    for (const placed of await readGroup(run, group, null, null)) {
      run.root = placed
      for (const one of splitAtSpaces(run, placed).before) {
        if (one.head.kind === 'space')
          for (const space of await readIfNeeded(run, one, placed)) spaces.push(space)
        else await walkGroup(run, one, placed)
      }
    }
  }
  return spaces
}

export async function walkAfterSpaces(run: BackupRun): Promise<void> {
  const { root } = run
  for (const group of root === null ? [] : splitAtSpaces(run, root).after)
    if (root !== null) await walkGroup(run, group, root)
}

/** Why each scope directly below a space has to be read; none, when a walk would read nothing. Notes what is left out. */
export async function reasonsBelow(run: BackupRun, space: ParentNode): Promise<Reasons> {
  const reasons: Reasons = new Map()
  for (const group of groupsUnder(run.resources, space.kind)) {
    const reason = group.insteadOf === null ? await reasonOrGap(run, group, space) : null
    if (reason !== null) reasons.set(group.head.kind, reason)
  }
  return reasons
}

/** With the reasons that are known, or finding them anew. */
export async function walkSpace(run: BackupRun, space: ParentNode, reasons: Reasons | null): Promise<void> {
  for (const group of groupsUnder(run.resources, space.kind)) {
    const isDue = reasons === null || reasons.has(group.head.kind) || followsChange(run, group, space)
    if (isDue) await walkGroup(run, group, space, reasons?.get(group.head.kind))
  }
}

export type Reasons = Map<Kind, Reason>
type Reason = NonNullable<Awaited<ReturnType<typeof reasonToRead>>>

function splitAtSpaces(run: BackupRun, root: ParentNode): { before: Group[]; after: Group[] } {
  const groups = groupsUnder(run.resources, root.kind)
  const end = groups.findIndex(one => one.head.kind === 'space') + 1 || groups.length
  return { before: groups.slice(0, end), after: groups.slice(end) }
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

/** What follows from what was found anywhere else in the run, where it was not read already. */
export async function walkFollowers(run: BackupRun): Promise<void> {
  for (const parent of [...run.placed.values()]) {
    for (const group of groupsUnder(run.resources, parent.kind)) {
      if (group.insteadOf !== null || !followsLate(run, group, parent)) continue
      run.signal?.throwIfAborted()
      await readIfNeeded(run, group, parent)
    }
  }
}

/** What the answers to others named of a scope that was read, or passed by, before they came. */
export async function walkOverlooked(run: BackupRun): Promise<void> {
  for (const parent of [...run.placed.values()]) {
    for (const { head } of groupsUnder(run.resources, parent.kind)) {
      if (!('list' in head) || head.isOverlooked === undefined || !isChosen(run, parent)) continue
      run.signal?.throwIfAborted()
      if (await head.isOverlooked(makePlace(run, head.kind, parent)))
        await readAgain(run, head.kind, parent.key)
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
  const placed = await readOrGap(run, group, parent, null)
  for (const one of placed) if (!known.has(one.key)) await walkBelow(run, one)
}

/** Kinds one after another, because later ones build on earlier ones. */
async function walkBelow(run: BackupRun, parent: ParentNode): Promise<void> {
  for (const group of groupsUnder(run.resources, parent.kind)) await walkGroup(run, group, parent)
}

/** One scope, and what stands below it side by side. */
async function walkGroup(run: BackupRun, group: Group, parent: ParentNode, reason?: Reason): Promise<void> {
  run.signal?.throwIfAborted()
  if (group.insteadOf !== null) return
  const placed = reason
    ? await readOrGap(run, group, parent, reason.token)
    : await readIfNeeded(run, group, parent)
  if (kindsUnder(run.resources, group.head.kind).length === 0) return
  await pMap(placed, one => walkBelow(run, one), { concurrency: run.settings.spacesAtOnce })
}

async function readIfNeeded(run: BackupRun, group: Group, parent: ParentNode): Promise<ParentNode[]> {
  const reason = await reasonOrGap(run, group, parent)
  return reason === null ? [] : readOrGap(run, group, parent, reason.token)
}

async function reasonOrGap(
  run: BackupRun,
  group: Group,
  parent: ParentNode,
): ReturnType<typeof reasonToRead> {
  try {
    return await reasonToRead(run, group, parent)
  } catch (error) {
    recordGap(run, group, parent, causeOf(run, error))
    return null
  }
}

/** Whatever goes wrong within a scope stays there. */
async function readOrGap(
  run: BackupRun,
  group: Group,
  parent: ParentNode,
  token: Reason['token'],
): Promise<ParentNode[]> {
  try {
    return await readGroup(run, group, parent, token)
  } catch (error) {
    recordGap(run, group, parent, causeOf(run, error))
    return []
  }
}
