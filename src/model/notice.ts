/** What is told of the changes of a night to those who want to hear of some kinds of changes. */

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

/** As severe as that, or more so. */
export function isAtLeast(severity: NoticeSeverity, least: NoticeSeverity): boolean {
  return NOTICE_SEVERITIES.indexOf(severity) <= NOTICE_SEVERITIES.indexOf(least)
}
