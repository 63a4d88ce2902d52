/** The tables of what audit reports say by themselves: rules on changes, and findings of one state. */
import { conditionWords } from '../../src/audit/conditions.ts'
import { FINDINGS } from '../../src/audit/findings.ts'
import { RULES } from '../../src/audit/rules/index.ts'
import type { Rule } from '../../src/audit/rules/rule.ts'
import { code, codeList, table } from './markdown.ts'

/** Those with a condition first: they stand before the declarations. */
export function auditRuleTable(declared: boolean): string {
  const rows = RULES.filter(rule => (rule.declared === true) === declared).map(rule => [
    code(rule.id),
    rule.severity,
    codeList(rule.kinds),
    eventOf(rule),
    ...(declared ? [] : [rule.doc, conditionOf(rule)]),
    rule.controls.join(', '),
  ])
  const words = declared ? [] : ['what it says', 'condition']
  return table(['rule', 'severity', 'kinds', 'when', ...words, 'controls'], rows)
}

export function findingTable(): string {
  const rows = Object.entries(FINDINGS).map(([id, { severity, doc }]) => [code(id), severity, doc])
  return table(['finding', 'severity', 'what it says'], rows)
}

function eventOf({ on, fields = [] }: Rule): string {
  const words = on.map(event => {
    if (event !== 'modified') return event
    return fields.includes('*') ? 'any other field changed' : `${codeList(fields)} changed`
  })
  return words.join(', or ')
}

function conditionOf({ when = [], period }: Rule): string {
  if (period)
    return 'over the whole period; settings `audit.massAdministrators`, `audit.massRemoval`, `audit.massRemovalFrom`'
  return when.map(name => conditionWords[name]).join(', and ')
}
