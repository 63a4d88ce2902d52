/**
 * The four-eyes principle: what may be done only when two people whom the issuer knows by name want it. A request names
 * exactly what is to be done, by a digest; times are ISO 8601, UTC.
 */
import { z } from 'zod'
import type { Role } from './role.ts'

export const GUARDED_ACTIONS = [
  'restore-production',
  'prune',
  'forget-beyond-policy',
  'hold-release',
  'replica-key',
] as const
export type GuardedAction = (typeof GUARDED_ACTIONS)[number]

/** Who may approve: with this role in the organization that a request is about, or in every one where it is about no single one. */
export function roleToApprove(action: GuardedAction): Role {
  return action === 'restore-production' ? 'restorer' : 'admin'
}

/** A request waits so long, and what was approved may be done for so long after the last approval. */
export const APPROVAL_LIFETIME_MS = 24 * 60 * 60 * 1000
/** Whoever asks, where the issuer knows them, is the first. */
export const PEOPLE_NEEDED = 2

export const actorSchema = z.object({
  by: z.string(),
  /** What the issuer calls the person; null: an account, a token or a run, which several people may have. */
  subject: z.string().nullable(),
})
export type ApprovalActor = z.infer<typeof actorSchema>

/** What is to be done. */
export const guardedSchema = z.object({
  action: z.enum(GUARDED_ACTIONS),
  /** Digest of all that it does: something else is another plan. */
  plan: z.string(),
  /** Id of the only organization that it is about; null: of several, or of the vault. */
  organization: z.string().nullable(),
  /** In a line, without names of people: a ledger forgets nobody. */
  what: z.string(),
})
export type Guarded = z.infer<typeof guardedSchema>

export const requestedSchema = z.object({ ...guardedSchema.shape, ...actorSchema.shape, request: z.string() })

export interface ApprovalDecision extends ApprovalActor {
  at: string
}

export interface Approval extends z.infer<typeof requestedSchema> {
  at: string
  approvals: readonly ApprovalDecision[]
  denied: (ApprovalDecision & { reason: string }) | null
  /** It was done once, or begun: never again by this request. */
  used: { by: string; at: string } | null
}

export type ApprovalState = 'waiting' | 'approved' | 'denied' | 'expired' | 'used'

export function approvalStateOf(approval: Approval, nowMs: number): ApprovalState {
  if (approval.used !== null) return 'used'
  if (approval.denied !== null) return 'denied'
  if (nowMs >= expiresMs(approval)) return 'expired'
  return peopleOf(approval).size >= PEOPLE_NEEDED ? 'approved' : 'waiting'
}

/** When it can be approved, or used, no longer. Milliseconds since the epoch. */
export function expiresMs(approval: Approval): number {
  const last = peopleOf(approval).size >= PEOPLE_NEEDED ? approval.approvals.at(-1)?.at : undefined
  return Date.parse(last ?? approval.at) + APPROVAL_LIFETIME_MS
}

/** What the issuer calls those who want it. */
export function peopleOf({ subject, approvals }: Pick<Approval, 'subject' | 'approvals'>): Set<string> {
  const subjects = [subject, ...approvals.map(approval => approval.subject)]
  return new Set(subjects.filter(known => known !== null))
}

/** Enough of a request's digest to name it. */
export function shortRequest({ request }: Pick<Approval, 'request'>): string {
  return request.slice(0, 12)
}
