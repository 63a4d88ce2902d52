/**
 * What the rules say of one row. A rule with a condition stands before what the declaration says of the same field; where
 * none of either speaks, it is `info`.
 */
import type { Control } from '../../resources/controls.ts'
import { conditions, type Situation } from '../conditions.ts'
import type { Rule, RuleEvent } from '../rules/rule.ts'
import { type Severity, worstOf } from '../severity.ts'

export interface Judgement {
  severity: Severity
  rules: readonly string[]
  controls: readonly Control[]
}

/** `fields`: of a modified resource, those of the row by their top-level names. */
export function judge(
  rules: readonly Rule[],
  event: RuleEvent,
  fields: readonly string[],
  situation: Situation,
): Judgement {
  const about = rules.filter(
    rule => rule.kinds.includes(situation.kind) && rule.on.includes(event) && !rule.period,
  )
  const aspects = event === 'modified' ? [...new Set(fields)] : [null]
  const speaking = new Set(aspects.flatMap(aspect => ofAspect(about, aspect, situation)))
  const found = rules.filter(rule => speaking.has(rule) && !rule.off)
  return {
    severity: worstOf(found.map(rule => rule.severity)),
    rules: found.map(rule => rule.id),
    controls: [...new Set(found.flatMap(rule => rule.controls))],
  }
}

/** `aspect` null: that it came or went. */
function ofAspect(about: readonly Rule[], aspect: string | null, situation: Situation): Rule[] {
  const holds = ({ when = [] }: Rule) => when.every(name => conditions[name](situation))
  const conditional = about.filter(rule => !rule.declared && names(rule, aspect) && holds(rule))
  if (conditional.length > 0) return conditional
  const declared = about.filter(rule => rule.declared)
  const own = declared.filter(rule => names(rule, aspect))
  return own.length > 0 ? own : declared.filter(rule => rule.fields?.includes('*'))
}

function names({ fields }: Rule, aspect: string | null): boolean {
  return aspect === null || fields?.includes(aspect) === true
}
