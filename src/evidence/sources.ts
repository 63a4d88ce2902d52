/** What the sections of the evidence are collected from: everything that was read, and nothing that is open. Pure data. */

import type { LegalHold } from '../model/annotations.ts'
import type { RestoreRunRow } from '../model/restore-journal.ts'
import type { Gap, SnapshotState, Weak } from '../model/snapshot.ts'
import type { KnownAttempts } from '../replica/attempts.ts'
import type { KnownActs } from './ledger-acts.ts'
import type { EvidencePeriod } from './period.ts'
import type { KnownChecks } from './records/check-records.ts'
import type { KnownDrills } from './records/drill-records.ts'
import type { KnownOperators } from './records/operator-records.ts'
import type { PolicyRecord } from './records/policy-records.ts'
import type { KnownRuns } from './records/run-records.ts'

export interface EvidenceSources {
  period: EvidencePeriod
  /** Of the vault, or the only one that is wanted. */
  organizations: readonly { id: string; title: string }[]
  /** Null: all of the vault. */
  only: string | null
  /** Of these organizations, those that were pruned included; oldest first. */
  snapshots: readonly EvidenceSnapshot[]
  restores: readonly RestoreRunRow[]
  holds: readonly LegalHold[]
  acts: KnownActs
  runs: KnownRuns
  checks: KnownChecks
  drills: KnownDrills
  replicas: KnownAttempts
  /** Up to the end of the period, oldest first. */
  policies: readonly PolicyRecord[]
  /** Null: there is no ledger of operators where the configuration says. */
  operators: KnownOperators | null
  /** The settings now, of which nobody knows whether they were in force then. */
  configured: PolicyRecord['values']
}

/** What is left of every snapshot, however little that is. */
export interface EvidenceSnapshot {
  snapshot: number
  organization: string
  state: SnapshotState
  started: string
  sealed: string | null
  gaps: readonly Gap[]
  weak: readonly Weak[]
  digest: string | null
  pruned: string | null
}

/** What a document cannot say, and why: never nothing, and never zero. */
export interface Unknown {
  what: string
  /** Of the period; null: all of it. ISO 8601, UTC, the end not included. */
  from: string | null
  to: string | null
  why: string
}

/** What is not known of the time before a source began to speak; nothing where it spoke from the start. `from`: ISO 8601, or null. */
export function unknownBefore(
  { period }: Pick<EvidenceSources, 'period'>,
  from: string | null,
  { what, why }: Pick<Unknown, 'what' | 'why'>,
): Unknown[] {
  if (from === null || Date.parse(from) >= period.to) return [{ what, from: null, to: null, why }]
  if (Date.parse(from) <= period.from) return []
  return [{ what, from: new Date(period.from).toISOString(), to: from, why }]
}

/** When the vault was begun; null: nothing is in it. */
export function vaultBegan({ snapshots }: Pick<EvidenceSources, 'snapshots'>): string | null {
  return snapshots.map(({ started }) => started).sort()[0] ?? null
}

/** What is of this organization, or of none that is named. */
export function isWanted({ only }: Pick<EvidenceSources, 'only'>, organization: unknown): boolean {
  return only === null || organization === null || organization === undefined || organization === only
}

export interface Objectives {
  rpo_ms: number | null
  rto_ms: number | null
  /** `recorded`: in force at the end of the period. `configured`: now; whether then is not known. */
  source: 'recorded' | 'configured'
}

export function objectivesOf({ policies, configured }: EvidenceSources): Objectives {
  const recorded = policies.at(-1)
  const values = recorded?.values ?? configured
  const numberOf = (key: string) => (typeof values[key] === 'number' ? Number(values[key]) : null)
  return {
    rpo_ms: numberOf('objectives.rpo'),
    rto_ms: numberOf('objectives.rto'),
    source: recorded === undefined ? 'configured' : 'recorded',
  }
}
