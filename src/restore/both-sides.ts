/**
 * What a plan, its application and the comparison start from: the snapshot that is put back and the target as it is, read, matched
 * with each other, and what the service offers.
 */
import { DamageFound } from '../model/errors.ts'
import type { RestoredId } from '../model/restore-journal.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { Vault } from '../vault/vault.ts'
import { matchStates } from './match/match.ts'
import { findCopies, withoutCopies } from './plan/copies.ts'
import { chosenOf } from './read/choice.ts'
import { findIntoSpace } from './read/into-space.ts'
import { readProfile } from './read/read-profile.ts'
import { screenTarget, unreadIn } from './read/screened-vault.ts'
import { readStateInTurns } from './read-state.ts'
import type { Restoring } from './restoring.ts'
import type { OrganizationState } from './state.ts'
import { chosenBack, openTakeBack } from './take-back/open-take-back.ts'

export type BothSides = Awaited<ReturnType<typeof readBothSides>>

/** `read`: the state of the source, where it was read before. */
export async function readBothSides(
  restoring: Restoring,
  before: SnapshotSummary,
  run: number | null,
  read?: OrganizationState,
) {
  const { platform, vault, writer, scratches } = restoring
  const request = restoring.masked?.request ?? restoring.request
  const isScreened = unreadIn(read?.vault ?? restoring.source) !== null
  const target = await readTargetState(vault, before.snapshot, isScreened)
  const row = vault.restoreRuns().find(row => row.id === run)
  const begun = row ? await readTargetState(vault, row.before, isScreened) : target
  const taken = await openTakeBack(restoring, request, begun, run)
  const source =
    taken?.wanted ?? read ?? (await readStateInTurns(restoring.source, request.snapshot, restoring.known))
  assertToldApart(source, target)
  const chosen = taken ? chosenBack(taken, request) : chosenOf(source, request)
  const into = await findIntoSpace(platform, request, { source, target })
  // What is taken back is matched by nothing but what the run at work made.
  const ids = taken ? idsOfRun(vault, run) : vault.restoredIds({ target: request.to })
  const known = withoutCopies(ids, vault.restoreRuns(), request, target)
  const matching = taken
    ? { source, target, known, run, begun, scratches }
    : { source, target, known, run, scratches, ...(into ? { into } : {}) }
  const matches = await matchStates(matching)
  const masked = restoring.masked ? { masked: true } : {}
  const profile = { ...(await readProfile(platform, { source, target, matches, writer })), ...masked }
  const parts = { source, target, begun, taken, chosen, matches, profile }
  if (request.onConflict !== 'copy') return parts
  const copies = await findCopies({ ...parts, request })
  const apart = await matchStates({ ...matching, copies })
  return { ...parts, matches: apart, profile: { ...profile, map: apart.map } }
}

/** What is as it was is there as it is in the vault: where that cannot be read, it is left out on both sides. */
async function readTargetState(
  vault: Vault,
  snapshot: number,
  isScreened: boolean,
): Promise<OrganizationState> {
  return readStateInTurns(isScreened ? await screenTarget(vault, snapshot) : vault, snapshot)
}

/** What is there and cannot be read would be made a second time. Throws DamageFound. */
function assertToldApart(source: OrganizationState, target: OrganizationState): void {
  const isHome = source.organization.id === target.organization.id
  for (const { kind, source: path, label } of unreadIn(target.vault) ?? []) {
    if (target.has(kind, path) || (isHome && !source.has(kind, path))) continue
    throw new DamageFound(`${kind} ${label} is there, and the vault cannot read how it is now`, {
      hint: 'repair the vault first (`docvault repair`)',
    })
  }
}

function idsOfRun(vault: Vault, run: number | null): Iterable<RestoredId> {
  return run === null ? [] : vault.restoredIds({ run })
}
