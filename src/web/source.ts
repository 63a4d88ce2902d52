/**
 * What the web views are made from: vaults, by the platforms that they are of. The daemon and `docvault web` implement it. A
 * view reads a vault and asks nobody else, so that both show the same.
 */
import type { ApprovalRules } from '../../jobs/approvals.ts'
import type { FindData } from '../../jobs/find.ts'
import type { Approver } from '../approvals/book.ts'
import type { Resolution } from '../audit/access/resolve.ts'
import type { FleetAnswer } from '../fleet/answer.ts'
import type { Approval, ApprovalActor } from '../model/approval.ts'
import type { LedgerEntry } from '../notify/ledger.ts'
import type { ActiveRun } from '../queue/active-runs.ts'
import type { RunRecord } from '../queue/history.ts'
import type { NextRun } from '../queue/scheduler.ts'
import type { RestoreRequest } from '../restore/request.ts'
import type { RetentionPolicy } from '../retention/policy.ts'
import type { FoundAnswer } from '../search/answer.ts'
import type { Vault } from '../vault/vault.ts'

export interface WebSource {
  version: string
  platforms(): readonly WebPlatform[]
  /** What is wrong now, as far as somebody watches; null: nobody does. */
  conditions(): readonly WebCondition[] | null
  /** All platforms of all hosts, as far as a daemon knows; null: none watches. */
  fleet(): WebFleet | null
  /** Milliseconds since the epoch. */
  now(): number
}

export type WebFleet = FleetAnswer

export type WebCondition = Omit<LedgerEntry, 'toldAt' | 'times'>

export interface WebPlatform {
  name: string
  vaultPath: string
  /** Of its schedules: times are shown in it. */
  timezone: string
  /** In force; empty: everything is kept. */
  policy: RetentionPolicy
  /** What plans and restores read of their targets is kept as long. Milliseconds. */
  readingsMs: number
  /** In a fast run, what is not read in every run may be as old as this. Milliseconds. */
  trustedForMs: number
  /** Of roles that somebody has in several ways. */
  resolution: Resolution
  /** What a daemon will begin and has begun; null: none runs it. */
  agenda: Agenda | null
  /** `vault`: where it is open already; who searches elsewhere opens it there. */
  find(data: FindData, signal: AbortSignal, vault?: Vault): Promise<FoundAnswer>
  /** Null: from here nothing can be put back. */
  restores: RestoreDesk | null
  /** What needs two people. */
  approvalRules: ApprovalRules
  approvals: ApprovalDesk
}

/** Asks for approvals, and enters what people say of them. */
export interface ApprovalDesk {
  /** Of a plan, by its digest: the request that has to be approved before it is applied; null: it may be. */
  ask(wish: { plan: string; by: ApprovalActor }): Promise<Approval | null>
  /** `denied`: why; null: it is approved. Whether they may is known already. Throws ApprovalRefused, UsageError. */
  decide(wish: { request: string; by: Approver; denied: string | null }): Promise<void>
}

export interface Agenda {
  next: readonly NextRun[]
  active: readonly Omit<ActiveRun, 'progress'>[]
}

/** Has restores planned and done, one at a time, by whoever holds the vault. A run goes on whether or not anybody looks. */
export interface RestoreDesk {
  /** Begins a run that reads the platform, keeps a plan and writes nothing; answers its name. Throws DocvaultError. */
  plan(wish: PlanWish): Promise<string>
  /** Begins a run that does what a plan says, or refuses where that is not what it would plan now. Throws DocvaultError. */
  apply(wish: ApplyWish): Promise<string>
  /** Null: nobody knows of it. */
  run(name: string): Promise<DeskRun | null>
}

export interface PlanWish {
  /** Id. */
  organization: string
  /** What of which snapshot, or the number of a restore that is to be undone. */
  restore: { snapshot: string; request: RestoreWish } | { undo: number }
}
export type RestoreWish = Omit<RestoreRequest, 'snapshot' | 'to'> & { to?: string | undefined }

export interface ApplyWish {
  /** Id of what is written to. */
  organization: string
  /** Digest. */
  plan: string
  /** Whether it may delete, and give access that is less now. */
  mayDelete: boolean
}

export interface DeskRun {
  /** Id of what it is of. */
  organization: string | null
  state: 'waiting' | 'working' | 'ended'
  /** How it ended. */
  outcome: RunRecord['outcome'] | null
  /** In a sentence. */
  message: string | null
  /** Digest of the plan that it made. */
  plan: string | null
  /** The last that it said: an event of a restore. */
  progress: object | null
}
