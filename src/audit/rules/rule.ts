/** The form of a rule. A declaration of a kind gives one for each field that it names; others have conditions. */
import type { Kind } from '../../model/resource.ts'
import type { Control } from '../../resources/controls.ts'
import type { ConditionName } from '../conditions.ts'
import type { Severity } from '../severity.ts'

export type RuleEvent = 'added' | 'modified' | 'removed'

export interface Rule {
  id: string
  severity: Severity
  doc: string
  kinds: readonly Kind[]
  on: readonly RuleEvent[]
  /** Of a modified resource: one of these differs. Every rule on `modified` names them; `*` is any other field. */
  fields?: readonly string[]
  /** All of them hold. */
  when?: readonly ConditionName[]
  controls: readonly Control[]
  /** Said by the declaration of the kind: counts where no rule with a condition speaks of the same. */
  declared?: true
  /** Of a whole period, not of one change. */
  period?: true
  /** Switched off: what only such rules speak of is `info`. */
  off?: true
}
