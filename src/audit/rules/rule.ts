/** The form of a rule, and the controls that rules speak to (SOC 2 CC6, ISO 27001:2022 annex A). */
import type { ConditionName } from '../conditions.ts'
import type { Severity } from '../severity.ts'

export interface Rule {
  id: string
  severity: Severity
  doc: string
  kinds: readonly string[]
  on: readonly ('added' | 'modified' | 'removed')[]
  /** Of a modified resource: one of these fields differs. Absent: any. */
  fields?: readonly string[]
  /** All of them hold. */
  when?: readonly ConditionName[]
  controls: readonly string[]
}

export const SIGN_ON = ['CC6.1', 'A.5.16', 'A.8.5']
export const ACCESS = ['CC6.1', 'CC6.3', 'A.5.15', 'A.5.18']
export const PRIVILEGED = ['CC6.1', 'CC6.3', 'A.5.18', 'A.8.2']
export const LEAVING = ['CC6.2', 'CC6.3', 'A.5.18']
export const JOINING = ['CC6.2', 'A.5.16', 'A.5.18']
export const PUBLISHED = ['CC6.1', 'CC6.7', 'A.5.15', 'A.8.3']
export const CHANGES = ['CC8.1', 'A.8.32']
export const INTEGRATIONS = ['CC6.1', 'CC6.6', 'A.5.19']
