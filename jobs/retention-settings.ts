/** What retention takes from the configuration. */
import type { Config, SettingKey } from '../config/settings.ts'
import { BUCKETS, type Bucket, type RetentionPolicy } from '../src/retention/policy.ts'

/** The settings of the rules, which are the options of `docvault forget` as well. */
export const COUNT_SETTINGS = {
  snapshot: 'retention.keepLast',
  hour: 'retention.keepHourly',
  day: 'retention.keepDaily',
  week: 'retention.keepWeekly',
  month: 'retention.keepMonthly',
  quarter: 'retention.keepQuarterly',
  year: 'retention.keepYearly',
} as const satisfies Record<Bucket, SettingKey>

export const AGE_SETTINGS = {
  snapshot: 'retention.keepWithin',
  hour: 'retention.keepWithinHourly',
  day: 'retention.keepWithinDaily',
  week: 'retention.keepWithinWeekly',
  month: 'retention.keepWithinMonthly',
  quarter: 'retention.keepWithinQuarterly',
  year: 'retention.keepWithinYearly',
} as const satisfies Record<Bucket, SettingKey>

type RuleKey = (typeof COUNT_SETTINGS | typeof AGE_SETTINGS)[Bucket]
/** Of a rule that is 0 or missing nothing is kept. */
export type RuleValues = Readonly<Partial<Record<RuleKey, number>>>

export function policyOf(values: RuleValues): RetentionPolicy {
  return [
    ...BUCKETS.map(bucket => ({ bucket, count: values[COUNT_SETTINGS[bucket]] ?? 0 })).filter(
      ({ count }) => count > 0,
    ),
    ...BUCKETS.map(bucket => ({ bucket, withinMs: values[AGE_SETTINGS[bucket]] ?? 0 })).filter(
      ({ withinMs }) => withinMs > 0,
    ),
  ]
}

/** Empty: everything is kept. */
export function configuredPolicy(config: Config): RetentionPolicy {
  return policyOf(config)
}
