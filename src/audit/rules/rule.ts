/** The form of a rule. A declaration of a kind gives one for each field that it names; others have conditions. */
import type { Kind, Kinds } from '../../model/resource.ts'
import type { Control } from '../../resources/controls.ts'
import type { TopField } from '../../resources/field-path.ts'
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

/** A rule as it is written: of declarations, and of fields that one of them has. */
export interface WrittenRule<K extends Kind> extends Omit<Rule, 'kinds' | 'fields'> {
  of: readonly { kind: K }[]
  fields?: readonly TopField<Kinds[K]['fields']>[]
}

export function rule<K extends Kind>({ of, ...written }: WrittenRule<K>): Rule {
  return { ...written, kinds: of.map(({ kind }) => kind) }
}
