/** Which settings were in force since when: noted by whoever works by them, when they are not those that were noted last. */
import { z } from 'zod'
import { canonicalJson } from '../../model/digest.ts'
import type { EvidencePeriod } from '../period.ts'
import { daysOf, enterInDay, type ReadFacts, readDays, type WriteFacts } from './day-book.ts'

const policySchema = z.object({
  /** When they were first seen. ISO 8601, UTC. */
  at: z.string(),
  values: z.record(z.string(), z.unknown()),
})
export type PolicyRecord = z.infer<typeof policySchema>

/** Of the configuration, what an auditor calls the policy. None is a secret. */
const PREFIXES = ['objectives.', 'retention.', 'schedules.', 'check.', 'approvals.'] as const
const SINGLE: readonly string[] = [
  'backup.exactEvery',
  'replica.targets',
  'replica.keep',
  'replica.lock',
  'replica.overdueAfter',
  'server.keepOperatorEntries',
]

const SERIES = 'policy'

export function policyOf(config: object): PolicyRecord['values'] {
  const chosen = Object.entries(config).filter(
    ([key]) => SINGLE.includes(key) || PREFIXES.some(prefix => key.startsWith(prefix)),
  )
  return Object.fromEntries(chosen.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function recordPolicy(facts: WriteFacts, config: object, now: number): void {
  const values = policyOf(config)
  const last = readPolicies(facts, { from: 0, to: Number.MAX_SAFE_INTEGER }).at(-1)
  if (last !== undefined && canonicalJson(last.values) === canonicalJson(values)) return
  enterInDay(facts, SERIES, now, { entry: { at: new Date(now).toISOString(), values } })
}

/** Oldest first. */
export function readPolicies(facts: ReadFacts, { from, to }: EvidencePeriod): PolicyRecord[] {
  const last = Date.parse(daysOf(facts, SERIES).at(-1) ?? '')
  if (Number.isNaN(last)) return []
  const { entries } = readDays(facts, SERIES, { from, to: Math.min(to, last + 86_400_000) })
  return entries
    .flatMap(entry => {
      const parsed = policySchema.safeParse(entry)
      return parsed.success ? [parsed.data] : []
    })
    .filter(({ at }) => Date.parse(at) < to)
}
