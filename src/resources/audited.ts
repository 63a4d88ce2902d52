/** What a declaration says for reports: how much a change matters, in which words, and what it has to do with access. */
import type { Control } from './controls.ts'

/** What a declaration may say of a change; `unknown` is only what an audit finds. */
export const DECLARED_SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const
type DeclaredSeverity = (typeof DECLARED_SEVERITIES)[number]

/**
 * How much it matters to a security reviewer that something of a kind changed. What depends on more than the field (on
 * who it is, on what it was before) is a rule of the audit, and stands before what is said here.
 */
export interface Audited<Field extends string = string> {
  /** That one came; null: content, and no row. */
  added: DeclaredSeverity | null
  /** That one went; null: content, and no row. */
  removed: DeclaredSeverity | null
  /** By top-level field of what is stored. */
  fields: Readonly<Partial<Record<Field, DeclaredSeverity>>>
  /** Of every other field; absent: content, and no row. */
  others?: DeclaredSeverity
  /** Its fields are one setting: what changes of them at once is one row. Otherwise each matters by itself. */
  together?: true
  /** What it speaks to. */
  controls: readonly Control[]
}

export interface ActionWords {
  added: string
  removed: string
  /** That its bytes are others; absent: edited. */
  bytes?: string
}

export interface AccessPart {
  /** Whom it is about, by its id. */
  of: 'person' | 'team'
  /**
   * `identity`: that they are there. `membership`: of a person in a team. `grant`: a role on what it stands under.
   * `effective`: what follows from all of these.
   */
  as: 'identity' | 'membership' | 'grant' | 'effective'
}
