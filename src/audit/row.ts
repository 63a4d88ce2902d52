/** A row of the report of changes, and a finding: the words that every format has columns for. */

import type { Severity } from './severity.ts'
import type { Person } from './snapshot-facts.ts'

export interface ChangeRow {
  /** The same for the same change, whenever the report is made. */
  id: string
  severity: Severity
  type: 'added' | 'modified' | 'removed' | 'unknown'
  action: string
  /** It happened after the first and before the second time. */
  detected: { after: string; before: string }
  /** When a platform's audit event says so. */
  occurred: string | null
  resource: { kind: string; id: string; title: string; path: string }
  subject: (Person & { kind: string }) | null
  before: string
  after: string
  effective_before: string
  effective_after: string
  via: string
  /** Name or id; `unknown` where the platform does not tell. */
  actor: string
  /** Where the actor is known from. */
  source: string
  rules: readonly string[]
  controls: readonly string[]
  /** Numbers of the two snapshots. */
  snapshots: readonly [number, number]
  /** Why it is unknown; of a removal that two readings had to agree on, when it was first missing. */
  cause: string
  /** Id of the row that this follows from: one thing was done, and had this with it. */
  derived_from: string | null
  /** Ids of the rows that follow from this one; they stand below it. */
  derived: readonly string[]
}

/** True of one state, not a change. */
export interface Finding {
  rule: string
  severity: Severity
  text: string
  resource: { kind: string; id: string; title: string }
}
