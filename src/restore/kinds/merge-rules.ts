/** What change requests need before they are merged: of an organization, and of single spaces. */
import { canonicalJson } from '../../model/digest.ts'
import { type Fields, isFields, listOf, recordOf } from '../../model/fields.ts'
import type { MapId } from '../match/ids.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import { BESIDE_DOCUMENT, type KnownOf, onlyOf } from './known-fields.ts'
import type { ItemOf, LossOf } from './restorer.ts'

export const MERGE_RULES = { mergeRules: BESIDE_DOCUMENT } satisfies KnownOf<'organization' | 'space'>

export const lostMergeRules = [
  { field: 'mergeRules', why: 'merge-rules', when: onlyOf(['document']) },
  { field: 'mergeRules.rules', why: 'absent-people', when: namesSomebodyGone },
] as const satisfies readonly LossOf<'organization' | 'space'>[]

function namesSomebodyGone({ json }: ItemOf<'organization' | 'space'>, { map }: TargetProfile): boolean {
  return listOf(recordOf(json.mergeRules)?.rules)
    .flatMap(rule => listOf(recordOf(rule)?.users))
    .some(user => map('user', String(user)) === null)
}

/** What had to be done before a merge need not be any more, or somebody need not do it. */
export function mergesMoreEasily(before: Fields, after: Fields): boolean {
  const [was, is] = [before, after].map(fields => recordOf(fields.mergeRules)?.type)
  // What is inherited is not said here.
  if (was === 'inherit' && is !== 'inherit') return true
  const [had, has] = [rulesIn(before), rulesIn(after)]
  const isBypass = (rule: string) => rule.includes('"allow_bypass"')
  const isGone = [...had].some(rule => !has.has(rule) && !isBypass(rule))
  return isGone || [...has].some(rule => !had.has(rule) && isBypass(rule))
}

function rulesIn({ mergeRules }: Fields): ReadonlySet<string> {
  return new Set(listOf(recordOf(mergeRules)?.rules).map(rule => canonicalJson(rule)))
}

/** A rule that names people goes where none of them is there. */
export function mergeRulesOf(json: ItemOf<'organization' | 'space'>['json'], map: MapId): Fields {
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
