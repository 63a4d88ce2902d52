/** The form of a rule: what it finds in the facts of one night, beside what is known of the nights before. Pure but for the vault. */
import type { Anomaly } from '../../model/anomaly.ts'
import type { Vault } from '../../vault/vault.ts'
import type { AnomalyLimits } from '../limits.ts'
import type { Observation, PastNight } from '../observation.ts'

export interface Observed {
  vault: Vault
  observation: Observation
  /** Oldest first; those that are over. */
  past: readonly PastNight[]
  /** Of the organization, acknowledged ones included; oldest first. */
  anomalies: readonly Anomaly[]
  limits: AnomalyLimits
  /** Of a space, as it is called before the night. */
  title(space: string): string
}

export interface AnomalyFinding {
  /** `space s1`, `person u1`, `organization o1`. */
  subject: string
  /** A clause for people, without names of people. */
  text: string
  /** The snapshot that has what was there, where that is not the one just before. */
  before?: number
}

export interface AnomalyRule {
  id: string
  doc: string
  find(observed: Observed): AnomalyFinding[]
}

/** In percent; more than everything of nothing. */
export function shareOf(count: number, of: number): number {
  return of === 0 ? (count === 0 ? 0 : 100) : (100 * count) / of
}

export function percent(count: number, of: number): string {
  return `${Math.round(shareOf(count, of))} %`
}

export function spaceSubject(id: string): string {
  return `space ${id}`
}
