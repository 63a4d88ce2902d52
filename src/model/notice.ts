/** What is told that is no condition: the changes of a night, to those who want to hear of some kinds of them, and months. */
import { z } from 'zod'

export const NOTICE_SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const
export type NoticeSeverity = (typeof NOTICE_SEVERITIES)[number]

export interface ChangeNotice {
  severity: NoticeSeverity
  /** Rules of the audit report. */
  rules: readonly string[]
  /** `role changed`. */
  action: string
  kind: string
  id: string
  title: string
  /** What it stands in; empty where that is the organization. */
  place: string
  before: string
  after: string
  /** `unknown` where the platform does not say. */
  actor: string
}

/** Of one organization, from one night to a later one. */
export interface ChangeDigest {
  organization: string
  title: string
  from: number
  to: number
  /** The most severe first. */
  changes: readonly ChangeNotice[]
  /** Of those that are not among them, how many. */
  more: number
}

/** What is told of a month of one organization; the document of evidence says all of it. */
export const monthReportSchema = z.object({
  organization: z.string(),
  title: z.string(),
  /** Null: the platform names none. */
  tenant: z.string().nullable(),
  /** `2026-10`. */
  month: z.string(),
  /** When it was written. ISO 8601, UTC. */
  made: z.string(),
  lines: z.array(z.string()),
  files: z.array(z.string()),
})
export type MonthReport = z.infer<typeof monthReportSchema>

/** As severe as that, or more so. */
export function isAtLeast(severity: NoticeSeverity, least: NoticeSeverity): boolean {
  return NOTICE_SEVERITIES.indexOf(severity) <= NOTICE_SEVERITIES.indexOf(least)
}
