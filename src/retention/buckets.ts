/**
 * In which hour, day, week, month, quarter and year of a time zone a time is. An hour that comes twice, when clocks are
 * set back, is two hours; a day that a zone left out is nobody's.
 */
import { makeWallClock } from '../model/zoned-time.ts'
import { type Bucket, DAY_MS } from './policy.ts'

const HOUR_MS = 3_600_000

/** What stands for a bucket: equal for times in the same one. */
export type BucketKeys = Readonly<Record<Exclude<Bucket, 'snapshot'>, string>>

/** Answers of times in milliseconds since the epoch. */
export function makeBuckets(timezone: string): (time: number) => BucketKeys {
  const wallOf = makeWallClock(timezone)
  return time => {
    const wall = wallOf(time)
    const date = new Date(wall)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    return {
      // With the difference to UTC, by which the two hours of one name differ.
      hour: `${Math.floor(wall / HOUR_MS)} ${wall - time}`,
      day: String(Math.floor(wall / DAY_MS)),
      week: isoWeek(wall),
      month: `${year}-${month + 1}`,
      quarter: `${year}-Q${Math.floor(month / 3) + 1}`,
      year: String(year),
    }
  }
}

/** A week belongs to the year that its Thursday is in: 2027-01-01 is in week 53 of 2026. */
function isoWeek(wall: number): string {
  const day = Math.floor(wall / DAY_MS)
  // Day 0 was a Thursday.
  const thursday = day - ((((day + 3) % 7) + 7) % 7) + 3
  const year = new Date(thursday * DAY_MS).getUTCFullYear()
  return `${year}-W${Math.floor((thursday - Date.UTC(year, 0, 1) / DAY_MS) / 7) + 1}`
}
