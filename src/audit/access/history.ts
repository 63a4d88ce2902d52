/**
 * Since when people have had the roles they have: the first of the snapshots, going back without a break, in which they
 * had the same. One snapshot's facts are held at a time, and one in which nothing about access changed is not loaded.
 */
import type { SnapshotMoment } from '../../model/snapshot.ts'
import { ACCESS_KINDS } from '../../resources/access-kinds.ts'
import { backupMoments } from '../../vault/sealed-backups.ts'
import type { Vault } from '../../vault/vault.ts'
import { makeSnapshotFacts } from '../snapshot-facts.ts'
import { effectiveAccess } from './effective.ts'
import type { PlaceName } from './facts.ts'
import { loadAccess } from './load.ts'
import type { Resolution } from './resolve.ts'
import type { Role } from './role.ts'

export interface Since {
  snapshot: number
  started: string
  /** False: as far back as the vault goes, or as it goes without a snapshot that was pruned. */
  known: boolean
}

export interface HeldRole {
  person: string
  place: PlaceName
  role: Role
}

/** In the order of the roles asked about. */
export function sinceWhen(
  vault: Vault,
  until: SnapshotMoment,
  held: readonly HeldRole[],
  resolution: Resolution,
): Since[] {
  const answers: Since[] = held.map(() => sinceOf(until, false))
  let open = held.map((holding, index) => ({ holding, index }))
  let later = until
  const earlier = backupMoments(vault, { organization: until.organization }).filter(
    backup => backup.snapshot < until.snapshot,
  )
  const pruned = vault.pruned({ organization: until.organization })
  const isPrunedBetween = (a: SnapshotMoment, b: SnapshotMoment) =>
    pruned.some(({ snapshot }) => snapshot > a.snapshot && snapshot < b.snapshot)
  for (const snapshot of earlier.toReversed()) {
    if (open.length === 0) break
    if (!isSame(vault, snapshot, later)) {
      const summary = vault.snapshot(snapshot.snapshot)
      // Pruned just now: nothing is known from there back.
      if (summary === null) break
      const access = loadAccess(vault, makeSnapshotFacts(vault, summary, []))
      open = open.filter(({ holding, index }) => {
        const same = effectiveAccess(access, holding.person, holding.place, resolution)?.role === holding.role
        if (!same) answers[index] = sinceOf(later, !isPrunedBetween(snapshot, later))
        return same
      })
    }
    for (const { index } of open) answers[index] = sinceOf(snapshot, false)
    later = snapshot
  }
  return answers
}

function sinceOf({ snapshot, started }: SnapshotMoment, known: boolean): Since {
  return { snapshot, started, known }
}

function isSame(vault: Vault, a: SnapshotMoment, b: SnapshotMoment): boolean {
  for (const _ of vault.changes(a.snapshot, b.snapshot, { kinds: ACCESS_KINDS, gapsOf: [] })) return false
  return true
}
