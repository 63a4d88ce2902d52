/**
 * When a list that lost its last items may be believed although nothing can be asked about a single one: when two exact
 * runs, one after the other, did not see the same items, with the same eyes. Never for what a whole kind lost at once:
 * that is a service in trouble, or rights that are gone and answered with empty lists.
 */
import { digestOf } from '../model/digest.ts'
import type { Kind } from '../model/resource.ts'
import type { Gap } from '../model/snapshot.ts'
import { beliefOf } from '../resources/absence-proof.ts'
import type { Item } from '../resources/resource.ts'
import type { BackupContext } from './context.ts'
import type { Cause } from './gap.ts'
import type { BackupKnowledge } from './knowledge.ts'
import type { Scope } from './scope.ts'
import { tokenOwner } from './token-owner.ts'

export const ALLOW_SHRINK = 'if that is right, run once with --allow-shrink'

/** What a list no longer names, as one value. */
export function missingDigest(ids: readonly string[]): string {
  return digestOf(JSON.stringify([...ids].sort()))
}

interface Shrunken {
  /** Ids that the list does not name any more. */
  missing: readonly string[]
  message: string
}

/** Null where an exact run before saw the same. No scope: of the organization itself. */
export async function shrunkenUnlessAgreed(
  context: BackupContext,
  knowledge: BackupKnowledge,
  scope: Scope | null,
  { missing, message }: Shrunken,
): Promise<Cause | null> {
  if (scope === null || !isBelievedTwice(scope))
    return { class: 'shrunken', message: `${message}; ${ALLOW_SHRINK}` }
  const digest = missingDigest(missing)
  if (await isAgreed(context, knowledge, scope, digest)) return null
  const how = `the next exact run settles it if it sees the same; ${ALLOW_SHRINK}`
  return witnessed(context, scope, { class: 'shrunken', message: `${message}; ${how}`, missing: digest })
}

/** Of a declaration that found nothing left at all. */
export function withWitness(context: BackupContext, scope: Scope, cause: Cause): Cause {
  if (cause.class !== 'shrunken' || cause.missing !== undefined || !isBelievedTwice(scope)) return cause
  return witnessed(context, scope, { ...cause, missing: missingDigest([]) })
}

function isBelievedTwice({ resource }: Scope): boolean {
  return 'list' in resource && beliefOf(resource.absence) === 'agreed'
}

/** Exact runs are witnesses; a fast one only hands on what it sees unchanged. */
function witnessed({ settings, base }: BackupContext, scope: Scope, seen: Cause): Cause {
  const { missing, ...cause } = seen
  return settings.exact || base.gapOf(scope)?.missing === missing ? seen : cause
}

/** Whether an exact run before saw the same as this exact one. */
export async function isAgreed(
  context: BackupContext,
  knowledge: BackupKnowledge,
  scope: Scope,
  missing: string,
): Promise<boolean> {
  const before = context.base.gapOf(scope)
  if (!context.settings.exact || before?.missing !== missing) return false
  if (!maySee(scope.parent.item) || isWholesale(context, scope.resource.kind)) return false
  return sameEyes(context, knowledge, before)
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
function isWholesale({ vault, writer, base }: BackupContext, kind: Kind): boolean {
  const emptied = (base.summary?.gaps ?? []).filter(
    gap => gap.kind === kind && gap.missing !== undefined,
  ).length
  if (emptied <= 1 || writer.base === null) return false
  const holding = new Set<number | null>()
  for (const { parent } of vault.resources(writer.base, { kind })) holding.add(parent)
  return emptied > holding.size / 2
}

/** As when the list was last whole: who lost their role may be shown empty lists in every run from then on. */
async function sameEyes(
  context: BackupContext,
  knowledge: BackupKnowledge,
  { firstSeen }: Gap,
): Promise<boolean> {
  const { vault, organization } = context
  const [whole] = vault.snapshots({ organization: organization.id, to: firstSeen - 1, newest: 1 })
  if (whole === undefined) return false
  const before = whole.proof?.owner
  const now = await tokenOwner(context, knowledge)
  if (before === undefined || now === undefined) return before === now
  return before.id === now.id && before.role === now.role
}
