/**
 * When a list that lost its last items may be believed although nothing can be asked about a single one: when two exact
 * runs, one after the other, did not see the same items, with the same eyes. Never for what a whole kind lost at once:
 * that is a service in trouble, or rights that are gone and answered with empty lists.
 */
import { digestOf } from '../model/digest.ts'
import type { Kind } from '../model/resource.ts'
import type { Gap } from '../model/snapshot.ts'
import type { Item } from '../resources/resource.ts'
import type { Cause } from './gap.ts'
import type { Group } from './group.ts'
import type { ParentNode } from './parent-node.ts'
import type { BackupRun } from './run.ts'

export const ALLOW_SHRINK = 'if that is right, run once with --allow-shrink'

/** What a list no longer names, as one value. */
export function missingDigest(ids: readonly string[]): string {
  return digestOf(JSON.stringify([...ids].sort()))
}

interface Shrunken {
  kind: Kind
  /** Ids that the list does not name any more. */
  missing: readonly string[]
  message: string
}

/** Null where an exact run before saw the same. */
export async function shrunkenUnlessAgreed(
  run: BackupRun,
  { believedTwice }: Group,
  parent: ParentNode | null,
  { kind, missing, message }: Shrunken,
): Promise<Cause | null> {
  if (!believedTwice || parent === null) return { class: 'shrunken', message: `${message}; ${ALLOW_SHRINK}` }
  const digest = missingDigest(missing)
  if (await isAgreed(run, kind, parent, digest)) return null
  const how = `the next exact run settles it if it sees the same; ${ALLOW_SHRINK}`
  return witnessed(run, kind, parent, { class: 'shrunken', message: `${message}; ${how}` }, digest)
}

/** Of a declaration that found nothing left at all. */
export function withWitness(run: BackupRun, group: Group, parent: ParentNode | null, cause: Cause): Cause {
  if (cause.class !== 'shrunken' || cause.missing !== undefined) return cause
  if (!group.believedTwice || parent === null) return cause
  return witnessed(run, group.head.kind, parent, cause, missingDigest([]))
}

/** Exact runs are witnesses; a fast one only hands on what it sees unchanged. */
function witnessed(run: BackupRun, kind: Kind, parent: ParentNode, cause: Cause, missing: string): Cause {
  const sees = run.settings.exact || baseGap(run, kind, parent)?.missing === missing
  return sees ? { ...cause, missing } : cause
}

/** The gap that the base has for the whole scope. */
export function baseGap(run: BackupRun, kind: Kind, parent: ParentNode): Gap | null {
  run.baseGaps ??= new Map(
    (run.baseSummary?.gaps ?? [])
      .filter(gap => gap.resource === undefined)
      .map(gap => [labelOf(gap.kind, gap.parentKind, gap.parent), gap]),
  )
  return run.baseGaps.get(labelOf(kind, parent.kind, parent.id)) ?? null
}

/** Whether an exact run before saw the same as this exact one. */
export async function isAgreed(
  run: BackupRun,
  kind: Kind,
  parent: ParentNode,
  missing: string,
): Promise<boolean> {
  const before = baseGap(run, kind, parent)
  if (!run.settings.exact || before?.missing !== missing) return false
  return maySee(parent.item) && !isWholesale(run, kind) && (await sameEyes(run, before))
}

/** The platform says with each object what the token's owner may do with it. */
function maySee({ permissions }: Item): boolean {
  return (
    typeof permissions !== 'object' ||
    permissions === null ||
    !('admin' in permissions && permissions.admin === false)
  )
}

/** More than one list of the kind, and more than half of those that held something. */
function isWholesale({ vault, writer, baseSummary }: BackupRun, kind: Kind): boolean {
  const emptied = (baseSummary?.gaps ?? []).filter(
    gap => gap.kind === kind && gap.missing !== undefined,
  ).length
  if (emptied <= 1 || writer.base === null) return false
  const holding = new Set<number | null>()
  for (const { parent } of vault.resources(writer.base, { kind })) holding.add(parent)
  return emptied > holding.size / 2
}

/** As when the list was last whole: who lost their role may be shown empty lists in every run from then on. */
async function sameEyes(run: BackupRun, { firstSeen }: Gap): Promise<boolean> {
  const { vault, organization } = run
  const whole = vault.snapshots({ organization: organization.id }).findLast(one => one.snapshot < firstSeen)
  if (whole === undefined) return false
  const before = whole.proof?.owner
  const now = await run.owner()
  if (before === undefined || now === undefined) return before === now
  return before.id === now.id && before.role === now.role
}

function labelOf(kind: Kind, parentKind: Kind, parent: string): string {
  return JSON.stringify([kind, parentKind, parent])
}
