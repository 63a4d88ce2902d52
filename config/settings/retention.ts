/** Which snapshots the policy keeps. Each rule only ever keeps more; without one everything is kept. */
import { hour, type Setting } from '../setting.ts'

const day = 24 * hour
const counts = { type: 'integer', default: 0, range: [0, 1_000_000] } as const
const ages = { type: 'duration', default: 0, range: [0, 100 * 365 * day] } as const

export const retentionSettings = {
  'retention.keepLast': {
    ...counts,
    doc: 'Keep so many of the newest complete snapshots of each organization. 0, here and below: no such rule; without any rule everything is kept.',
  },
  'retention.keepHourly': {
    ...counts,
    doc: 'Keep the newest complete snapshot of each of so many hours. Only hours that have one are counted.',
  },
  'retention.keepDaily': { ...counts, doc: 'The same of days, of schedules.timezone.' },
  'retention.keepWeekly': { ...counts, doc: 'The same of weeks, which begin on Monday (ISO 8601).' },
  'retention.keepMonthly': { ...counts, doc: 'The same of months.' },
  'retention.keepQuarterly': { ...counts, doc: 'The same of quarters.' },
  'retention.keepYearly': { ...counts, doc: 'The same of years.' },
  'retention.keepWithin': {
    ...ages,
    doc: 'Keep every complete snapshot that is at most so much older than the newest one, e.g. 30d; of whole days, from the beginning of the day.',
  },
  'retention.keepWithinHourly': { ...ages, doc: 'Of that time, the newest of each hour.' },
  'retention.keepWithinDaily': { ...ages, doc: 'Of that time, the newest of each day.' },
  'retention.keepWithinWeekly': { ...ages, doc: 'Of that time, the newest of each week.' },
  'retention.keepWithinMonthly': { ...ages, doc: 'Of that time, the newest of each month.' },
  'retention.keepWithinQuarterly': { ...ages, doc: 'Of that time, the newest of each quarter.' },
  'retention.keepWithinYearly': { ...ages, doc: 'Of that time, the newest of each year.' },
  'retention.readings': {
    type: 'duration',
    default: 7 * day,
    range: [0, 3650 * day],
    doc: 'What plans and restores read of their targets is kept until it is so much older than the newest snapshot. An undo of a restore needs it.',
  },
  'retention.undo': {
    type: 'duration',
    default: 14 * day,
    range: [0, 3650 * day],
    doc: 'For so long at least a forgotten snapshot can be brought back: it is not pruned before.',
  },
  'retention.maxPrune': {
    type: 'duration',
    default: hour,
    range: [1, 30 * day],
    doc: "For how long the daemon's prune works at a time. What is left then the next one does.",
  },
  'retention.guard': {
    type: 'percent',
    default: 20,
    range: [0, 100],
    doc: 'A policy that is new, or was changed, forgets more than this share of the snapshots, and more than ten, only when somebody has looked and says so: `docvault forget --apply --expect N`. Until then the daemon forgets nothing. 100: never ask.',
  },
} as const satisfies Record<string, Setting>
