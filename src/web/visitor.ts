/** Who looks at a page, as far as views have to know. Plain data. */
import { type Approval, roleToApprove } from '../model/approval.ts'
import { isForAuditors } from '../resources/for-auditors.ts'

export interface Visitor {
  /** Ids of the organizations that are shown; null: every one. */
  sees: readonly string[] | null
  /** Names of the platforms of which there is anything to be seen; null: every one. */
  platforms: readonly string[] | null
  /** Names of the tenants whose platforms are listed; null: every platform. */
  tenants: readonly string[] | null
  /** Those in which members, and who has access to what, are shown as well; null: every one. */
  audits: readonly string[] | null
  /** Those into which things may be restored; null: every one. */
  restores: readonly string[] | null
  /** Restores what deletes, too, and what gives access that is less now. */
  mayDelete: boolean
  /** Those of which they are an administrator; null: every one, with the board of the queues. */
  administers: readonly string[] | null
  /** Who is signed in; null: a program, or whoever has the whole machine. */
  person: { name: string; subject: string; formToken: string } | null
}

/** One request of a visitor. */
export interface Visit {
  visitor: Visitor
  /** Told of each body that is shown, and each restore that is planned or begun. */
  looked(look: Look): void
}

/** Of who reads the vault anyway, where no queues are. */
export const OWN_VISIT: Visit = {
  visitor: {
    ...{ sees: null, platforms: null, tenants: null, audits: null, restores: null },
    ...{ mayDelete: true, administers: [], person: null },
  },
  looked: () => {},
}

export function auditsIn({ audits }: Visitor, organization: string): boolean {
  return audits === null || audits.includes(organization)
}

/** `organization`: an id; null: of no single one. */
export function seesIn({ sees }: Visitor, organization: string | null): boolean {
  return sees === null || (organization !== null && sees.includes(organization))
}

/** Whether a person may approve it, by their role. */
export function decidesOn(
  { person, restores, administers }: Visitor,
  { action, organization }: Pick<Approval, 'action' | 'organization'>,
): boolean {
  const where = roleToApprove(action) === 'restorer' ? restores : administers
  return person !== null && (where === null || (organization !== null && where.includes(organization)))
}

export function restoresIn({ restores }: Visitor, organization: string): boolean {
  return restores === null || restores.includes(organization)
}

export function seesKind(visitor: Visitor, organization: string, kind: string): boolean {
  return !isForAuditors(kind) || auditsIn(visitor, organization)
}

/** At what, or what was begun, for the ledger of operators. */
export interface Look {
  act: 'look' | 'search' | 'restore-plan' | 'restore-apply' | 'approve' | 'deny'
  /** Id; null: of several. */
  organization: string | null
  /** `page p1`; null where that is not one thing. */
  item: string | null
  snapshot: number | null
}
