/**
 * What was done to one thing, and to what stands in it, from night to night: each snapshot compared with the one before it.
 * A scope that a night could not read is compared when it is read again. Reads one night at a time, the newest first.
 */
import type { Kind } from '../model/resource.ts'
import type { SnapshotMoment, SnapshotSummary } from '../model/snapshot.ts'
import type { Resource } from '../resources/resource.ts'
import type { ResourceKey, Vault } from '../vault/vault.ts'
import type { DescribedChange } from './change.ts'
import { compare } from './compare.ts'
import type { ChangePredicate } from './filter.ts'

export interface Night {
  before: SnapshotSummary
  snapshot: SnapshotSummary
  changes(): Generator<DescribedChange>
}

export interface WantedChanges {
  kinds?: readonly Kind[] | undefined
  isWanted: ChangePredicate
  /** What they are of: a night in which nothing of it came, changed or went has none. */
  place: Parameters<Vault['touching']>[0]
}

/** `moments`: of one organization, oldest first. Nights that cannot have any such change are passed over. */
export function* nightsOf(
  vault: Vault,
  resources: readonly Resource[],
  moments: readonly SnapshotMoment[],
  { kinds, isWanted, place }: WantedChanges,
): Generator<Night> {
  const touching = vault.touching(place)
  for (let index = moments.length - 1; index > 0; index--) {
    const [from, to] = [moments[index - 1]?.snapshot ?? 0, moments[index]?.snapshot ?? 0]
    while ((touching.at(-1) ?? 0) > to) touching.pop()
    if ((touching.at(-1) ?? 0) <= from) continue
    const [before, snapshot] = [vault.snapshot(from), vault.snapshot(to)]
    if (!before || !snapshot) continue
    yield {
      before,
      snapshot,
      *changes() {
        const options = { kinds, by: 'id', gapsOf: [snapshot.snapshot] } as const
        for (const change of compare(vault, resources, { a: before, b: snapshot }, options))
          if (isWanted(change)) yield change
      },
    }
  }
}

const MAX_KNOWN = 50_000

/** The thing itself, and everything below it. */
export function makeBelow(vault: Vault, key: ResourceKey): ChangePredicate {
  const known = new Map<ResourceKey, boolean>([[key, true]])
  const isBelow = (current: ResourceKey, at: number): boolean => {
    const found = known.get(current)
    if (found !== undefined) return found
    if (known.size >= MAX_KNOWN) known.clear()
    const parent = vault.at(at, current)?.parent ?? null
    const answer = current === key || (parent !== null && isBelow(parent, at))
    known.set(current, answer)
    return answer
  }
  return ({ before, after }) => {
    const resource = after ?? before
    return (
      resource !== null &&
      (resource.key === key ||
        (resource.parent !== null && isBelow(resource.parent, vault.firstKept(resource.since))))
    )
  }
}
