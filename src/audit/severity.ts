/** How much a change or a finding matters. Told by a word and a shape, never by colour alone. */
import { DECLARED_SEVERITIES } from '../resources/audited.ts'

export const SEVERITIES = [...DECLARED_SEVERITIES, 'unknown'] as const
export type Severity = (typeof SEVERITIES)[number]

export const shapes: Readonly<Record<Severity, string>> = {
  critical: '◆',
  high: '▲',
  medium: '■',
  low: '●',
  info: '○',
  unknown: '?',
}

/** The worst of several; `info` where there is none. */
export function worstOf(severities: readonly Severity[]): Severity {
  return SEVERITIES.find(severity => severities.includes(severity)) ?? 'info'
}
