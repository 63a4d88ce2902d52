/**
 * Retention says which snapshots are kept, and why. A policy is a list of rules, and each rule only ever keeps more: no
 * rule limits another, and one that is added forgets nothing. Rules count snapshots that exist, never time that passed:
 * a vault that nobody wrote to for a year keeps exactly what it kept. Beside the rules stand floors (`floors.ts`): what
 * somebody or something needs stays, whatever the rules say. Without rules everything stays.
 *
 * Nothing here deletes: what no reason keeps is marked as forgotten, which can be undone until it is pruned.
 */

/** What a rule keeps the newest of. `snapshot`: each for itself. Weeks are those of ISO 8601. */
export const BUCKETS = ['snapshot', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export type Bucket = (typeof BUCKETS)[number]

/**
 * Keeps the newest complete snapshot of each bucket: of the newest `count` buckets that have one, or of those that are at
 * most `withinMs` older than the newest complete snapshot. A number of whole days begins with the day.
 */
export type RetentionRule = { bucket: Bucket; count: number } | { bucket: Bucket; withinMs: number }

/** Empty: everything is kept. */
export type RetentionPolicy = readonly RetentionRule[]

const countNames: Readonly<Record<Bucket, string>> = {
  snapshot: 'last',
  hour: 'hourly',
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
  quarter: 'quarterly',
  year: 'yearly',
}

/** `daily`, `within`, `within-daily`: as the options of the command line are called after `--keep-`. */
export function nameOfRule(rule: RetentionRule): string {
  if ('count' in rule) return countNames[rule.bucket]
  return rule.bucket === 'snapshot' ? 'within' : `within-${countNames[rule.bucket]}`
}

/** `7 daily, 12 monthly, within 30d`; of an empty policy `keep everything`. */
export function describePolicy(policy: RetentionPolicy): string {
  if (policy.length === 0) return 'keep everything'
  return policy
    .map(rule =>
      'count' in rule
        ? `${rule.count} ${nameOfRule(rule)}`
        : `${nameOfRule(rule)} ${describeAge(rule.withinMs)}`,
    )
    .join(', ')
}

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** `30d`, `36h`, `90m`. */
export function describeAge(ms: number): string {
  if (ms % DAY_MS === 0) return `${ms / DAY_MS}d`
  return ms % HOUR_MS === 0 ? `${ms / HOUR_MS}h` : `${ms / 60_000}m`
}
