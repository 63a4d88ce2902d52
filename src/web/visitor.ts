/** Who looks at a page, as far as views have to know. Plain data. */
import { isForAuditors } from '../resources/for-auditors.ts'

export interface Visitor {
  /** Ids of the organizations that are shown; null: every one. */
  sees: readonly string[] | null
  /** Those in which members, and who has access to what, are shown as well; null: every one. */
  audits: readonly string[] | null
  /** Who is signed in; null: a program, or whoever has the whole machine. */
  person: { name: string; formToken: string } | null
}

/** One request of a visitor. */
export interface Visit {
  visitor: Visitor
  /** Told of each body that is shown. */
  looked(look: Look): void
}

/** Of who reads the vault anyway. */
export const OWN_VISIT: Visit = {
  visitor: { sees: null, audits: null, person: null },
  looked: () => {},
}

export function auditsIn({ audits }: Visitor, organization: string): boolean {
  return audits === null || audits.includes(organization)
}

export function seesKind(visitor: Visitor, organization: string, kind: string): boolean {
  return !isForAuditors(kind) || auditsIn(visitor, organization)
}

/** At what, for the ledger of operators. */
export interface Look {
  act: 'look' | 'search'
  /** Id; null: of several. */
  organization: string | null
  /** `page p1`; null where that is not one thing. */
  item: string | null
  snapshot: number | null
}
