/**
 * What a policy keeps, once more, written from the manual and slowly: by names of days as a calendar writes them, and by
 * comparing every snapshot with every other. It shares nothing with the product but the forms of its input.
 */

import type { RetainedSnapshot } from '../../src/retention/plan.ts'
import type { RetentionPolicy, RetentionRule } from '../../src/retention/policy.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Numbers of those that are kept; nothing is pinned or held, and readings are kept for `readingDays`. */
export function keptByOracle(
  all: readonly RetainedSnapshot[],
  policy: RetentionPolicy,
  { timezone, readingDays }: { timezone: string; readingDays: number },
): number[] {
  if (policy.length === 0) return all.map(one => one.snapshot)
  const calendar = makeCalendar(timezone)
  const timed = all.map(one => ({ ...one, time: Date.parse(one.tick ?? one.started) }))
  return timed.filter(one => isKept(one, timed, policy, { calendar, readingDays })).map(one => one.snapshot)
}

interface Timed extends RetainedSnapshot {
  time: number
}

function isKept(
  one: Timed,
  all: readonly Timed[],
  policy: RetentionPolicy,
  { calendar, readingDays }: { calendar: Calendar; readingDays: number },
): boolean {
  const own = all.filter(other => other.organization === one.organization)
  const laterThan = (others: readonly Timed[]) => others.some(other => other.snapshot > one.snapshot)
  const complete = own.filter(other => other.state === 'complete')
  const backups = complete.filter(isBackup)
  if (one.state === 'running') return true
  if (one.state !== 'failed' && !laterThan(own.filter(other => /complete|partial/.test(other.state))))
    return true
  if (one.state === 'complete' && !laterThan(complete)) return true
  if (one.state === 'complete' && isBackup(one) && !laterThan(backups)) return true
  const asLatest = complete.filter(other => isBackup(other) || other.trigger === 'restore (after)')
  if (asLatest.includes(one) && !laterThan(asLatest)) return true
  if (one.state === 'partial' && isBackup(one) && !laterThan(backups)) return true
  if (!isBackup(one)) return isRecentReading(one, all, readingDays)
  return one.state === 'complete' && policy.some(rule => keeps(rule, one, backups, calendar))
}

function isBackup({ trigger }: Timed): boolean {
  return !trigger.startsWith('restore (')
}

function isRecentReading(one: Timed, all: readonly Timed[], readingDays: number): boolean {
  return !all.some(
    other =>
      /complete|partial/.test(other.state) &&
      Date.parse(other.started) - Date.parse(one.started) > readingDays * DAY_MS,
  )
}

function keeps(rule: RetentionRule, one: Timed, backups: readonly Timed[], calendar: Calendar): boolean {
  const label = (other: Timed) =>
    rule.bucket === 'snapshot' ? String(other.snapshot) : calendar.label(other.time, rule.bucket)
  const isLater = (a: Timed, b: Timed) => a.time > b.time || (a.time === b.time && a.snapshot > b.snapshot)
  const later = backups.filter(other => isLater(other, one))
  if (later.some(other => label(other) === label(one))) return false
  if ('count' in rule) return new Set(later.map(label)).size < rule.count
  const newest = Math.max(...backups.map(other => other.time))
  if (rule.withinMs % DAY_MS !== 0) return one.time >= newest - rule.withinMs
  const first = Date.parse(`${calendar.label(newest, 'day')}T00:00Z`) - rule.withinMs
  return calendar.label(one.time, 'day') >= new Date(first).toISOString().slice(0, 10)
}

interface Calendar {
  label(time: number, bucket: Exclude<RetentionRule['bucket'], 'snapshot'>): string
}

/** Sweden writes dates as ISO 8601 does. */
function makeCalendar(timeZone: string): Calendar {
  const whole = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const offset = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' })
  const known = new Map<number, Map<string, string>>()
  return {
    label(time, bucket) {
      const own = known.get(time) ?? new Map<string, string>()
      known.set(time, own)
      const label = own.get(bucket) ?? labelOf(time, bucket)
      own.set(bucket, label)
      return label
    },
  }

  function labelOf(time: number, bucket: Exclude<RetentionRule['bucket'], 'snapshot'>): string {
    const text = whole.format(time)
    const [year = '', month = '', day = ''] = text.slice(0, 10).split('-')
    if (bucket === 'hour') return text.slice(0, 13) + offset.format(time).slice(2)
    if (bucket === 'day') return text.slice(0, 10)
    if (bucket === 'week') return mondayOf(`${year}-${month}-${day}`)
    if (bucket === 'month') return `${year}-${month}`
    return bucket === 'quarter'
      ? `${year}-${['A', 'B', 'C', 'D'][Math.floor((Number(month) - 1) / 3)]}`
      : year
  }
}

/** A week is named by the day it begins with. */
function mondayOf(date: string): string {
  let day = Date.parse(`${date}T00:00Z`)
  while (new Date(day).getUTCDay() !== 1) day -= DAY_MS
  return new Date(day).toISOString().slice(0, 10)
}
