/**
 * What jobs do not do without an approval: where the settings guard an action, it is asked for, and used up just before the
 * action begins. What it was asked for with is what is done: another plan is another request.
 */
import type { Config } from '../config/settings.ts'
import { type ApprovalBook, openApprovalBook } from '../src/approvals/book.ts'
import type { LegalHold } from '../src/model/annotations.ts'
import type { ApprovalActor, Guarded, GuardedAction } from '../src/model/approval.ts'
import { canonicalJson, digestOf } from '../src/model/digest.ts'
import { rangesOf } from '../src/model/number-ranges.ts'
import { plural } from '../src/model/plural.ts'
import type { PlanDocument } from '../src/restore/plan/document.ts'
import { isDeleting } from '../src/restore/plan/steps.ts'
import type { ForgetPlan, ForgetRequest } from '../src/retention/forgetting.ts'

export function approvalBookOf(config: Config, now: () => number): ApprovalBook {
  return openApprovalBook({ vaultPath: config['vault.path'], keyFile: config['audit.keyFile'], now })
}

/** What is guarded, and where nothing is. */
export type ApprovalRules = Pick<Config, 'approvals.actions' | 'approvals.staging'>

export function isGuarded(config: ApprovalRules, action: GuardedAction): boolean {
  return config['approvals.actions'].includes(action)
}

/** Who is no person that the issuer knows. */
export function accountActor(by: string): ApprovalActor {
  return { by, subject: null }
}

/** Null: it needs no approval. */
export function guardedRestore(config: ApprovalRules, plan: PlanDocument): Guarded | null {
  const { digest, organization, snapshot, into, steps } = plan
  if (!isGuarded(config, 'restore-production')) return null
  if (steps.length === 0 || config['approvals.staging'].includes(organization)) return null
  const deletes = steps.filter(isDeleting).length
  const words = `${plural(steps.length, 'step')}${deletes === 0 ? '' : `, ${deletes} of which delete`}`
  return {
    ...{ action: 'restore-production', plan: digest, organization },
    what: `a restore of snapshot ${snapshot} into ${into} (${words})`,
  }
}

/** Of those that go for good. */
export function guardedPrune(snapshots: readonly number[]): Guarded {
  return {
    ...{ action: 'prune', plan: digestOf(canonicalJson({ prune: snapshots })), organization: null },
    what: `pruning ${plural(snapshots.length, 'snapshot')} for good (${rangesOf(snapshots)})`,
  }
}

export function guardedForget(
  { digest: plan, forgets, policy }: ForgetPlan,
  { organization }: Pick<ForgetRequest, 'organization'>,
): Guarded {
  return {
    ...{ action: 'forget-beyond-policy', plan, organization: organization ?? null },
    what: `forgetting ${plural(forgets.length, 'snapshot')} (${policy})`,
  }
}

export function guardedRelease(hold: LegalHold): Guarded {
  const { hold: number, name, organization } = hold
  return {
    ...{ action: 'hold-release', plan: digestOf(canonicalJson({ release: { ...hold } })), organization },
    what: `releasing hold ${number}, "${name}"`,
  }
}

export interface KeyChange {
  change: 'add' | 'remove' | 'passphrase'
  /** A recipient of age; null: of the passphrase. */
  recipient: string | null
}

export function guardedKeyChange(change: KeyChange): Guarded {
  return {
    ...{ action: 'replica-key', plan: digestOf(canonicalJson({ key: { ...change } })), organization: null },
    what: KEY_WORDS[change.change](change.recipient ?? ''),
  }
}

const KEY_WORDS = {
  add: (recipient: string) => `letting ${recipient} open the replicas`,
  remove: (recipient: string) => `leaving ${recipient} out of what replicas are encrypted for`,
  passphrase: () => 'another passphrase for the replicas',
} as const
