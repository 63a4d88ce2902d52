/** What the rules find in one night: one anomaly for each rule, about as many spaces or people as it concerns. */

import { itemOf } from '../diff/describe.ts'
import type { Anomaly, FoundAnomaly } from '../model/anomaly.ts'
import { textOf } from '../model/fields.ts'
import { space } from '../resources/space.ts'
import type { Vault } from '../vault/vault.ts'
import type { AnomalyLimits } from './limits.ts'
import type { Observation, PastNight } from './observation.ts'
import { FIXED_RULES, HISTORY_RULES } from './rules/index.ts'
import type { AnomalyFinding, AnomalyRule, Observed } from './rules/rule.ts'

export interface Knowledge {
  /** Nights that are over, oldest first. */
  past: readonly PastNight[]
  /** Of the organization, oldest first. */
  anomalies: readonly Anomaly[]
  limits: AnomalyLimits
}

/** What is known of the same night already, or is off, is not found again. */
export function detect(vault: Vault, observation: Observation, knowledge: Knowledge): FoundAnomaly[] {
  const { limits } = knowledge
  const { from } = observation.night
  const past = knowledge.past.filter(({ to }) => to <= from.snapshot)
  const observed: Observed = { vault, observation, ...knowledge, past, title: titlesAt(vault, from.snapshot) }
  const ask = (rules: readonly AnomalyRule[]) =>
    rules.filter(({ id }) => !limits.off.includes(id)).map(rule => ({ rule, findings: rule.find(observed) }))
  const fixed = ask(FIXED_RULES)
  const subjects = new Set(fixed.flatMap(({ findings }) => findings.map(({ subject }) => subject)))
  const others = ask(HISTORY_RULES).map(({ rule, findings }) => ({
    rule,
    findings: findings.filter(({ subject }) => !subjects.has(subject)),
  }))
  return [...fixed, ...others].flatMap(({ rule, findings }) => {
    const fresh = findings.filter(({ subject }) => !isKnown(observed, rule, subject))
    return fresh.length === 0 ? [] : [anomalyOf(observation, rule, fresh)]
  })
}

function isKnown({ anomalies, observation }: Observed, { id }: AnomalyRule, subject: string): boolean {
  const { from } = observation.night
  return anomalies.some(
    ({ rule, snapshot, subjects }) => rule === id && snapshot > from.snapshot && subjects.includes(subject),
  )
}

const MOST_WORDS = 3

function anomalyOf(
  { night: { from, to } }: Observation,
  { id }: AnomalyRule,
  findings: readonly AnomalyFinding[],
): FoundAnomaly {
  const words = findings.slice(0, MOST_WORDS).map(({ text }) => text)
  const more = findings.length - words.length
  return {
    anomaly: `${id}-${to.snapshot}`,
    organization: to.organization,
    rule: id,
    snapshot: to.snapshot,
    before: Math.min(from.snapshot, ...findings.flatMap(({ before }) => before ?? [])),
    text: more === 0 ? words.join('; ') : `${words.join('; ')}; and ${more} more`,
    subjects: [...new Set(findings.map(({ subject }) => subject))],
  }
}

function titlesAt(vault: Vault, snapshot: number): (id: string) => string {
  return id => {
    const [found] = vault.find(snapshot, space.kind, id)
    return (found && textOf(itemOf(vault, found).title)) ?? id
  }
}
