/** What change requests need before they are merged: of an organization, and of single spaces. */
import { type Fields, isFields, listOf, recordOf } from '../fields.ts'
import type { MapId } from '../ids.ts'
import { BESIDE_DOCUMENT, type Known, onlyOf } from '../known-fields.ts'
import type { Facing, Loss } from '../restorer.ts'
import type { StateItem } from '../state.ts'

export const MERGE_RULES: Known = { mergeRules: BESIDE_DOCUMENT }

export const lostMergeRules: readonly Loss[] = [
  { field: 'mergeRules', why: 'no operation of this service sets them', when: onlyOf(['document']) },
  { field: 'mergeRules.rules', why: 'people who are not there are left out', when: namesSomebodyGone },
]

function namesSomebodyGone({ json }: StateItem, { map }: Facing): boolean {
  return listOf(recordOf(json.mergeRules)?.rules)
    .flatMap(rule => listOf(recordOf(rule)?.users))
    .some(user => map('user', String(user)) === null)
}

/** A rule that names people goes where none of them is there. */
export function mergeRulesOf(json: Fields, map: MapId): Fields {
  const rules = recordOf(json.mergeRules)
  if (rules === null) return {}
  if (!Array.isArray(rules.rules)) return { mergeRules: rules }
  return { mergeRules: { ...rules, rules: rules.rules.flatMap(rule => ruleOf(rule, map)) } }
}

function ruleOf(rule: unknown, map: MapId): unknown[] {
  if (!isFields(rule) || !Array.isArray(rule.users)) return [rule]
  const users = listOf(rule.users).flatMap(user => map('user', String(user)) ?? [])
  return users.length === 0 ? [] : [{ ...rule, users }]
}
