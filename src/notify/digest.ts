/** The changes of a night as a message, for a channel that wants those of some severity. */
import { type ChangeDigest, isAtLeast, NOTICE_SEVERITIES, type NoticeSeverity } from '../model/notice.ts'
import { plural } from '../model/plural.ts'
import { printable } from '../model/printable.ts'
import type { Message } from './condition.ts'

export interface DigestOptions {
  platform: string
  /** ISO 8601, UTC. */
  now: string
  publicUrl: string | null
}

/** In the text; a channel for programs has all of them. */
const MOST_LINES = 20

/** Null: there is nothing for it. */
export function digestMessage(
  digest: ChangeDigest,
  least: NoticeSeverity,
  { platform, now, publicUrl }: DigestOptions,
): Message | null {
  const changes = digest.changes.filter(({ severity }) => isAtLeast(severity, least))
  const [worst] = changes
  if (worst === undefined) return null
  const { organization, title, from, to } = digest
  // They are no more severe than the last one that is named.
  const unnamed = changes.length === digest.changes.length ? digest.more : 0
  const more = unnamed + Math.max(0, changes.length - MOST_LINES)
  const lines = changes.slice(0, MOST_LINES).map(lineOf)
  const path = `/o/${encodeURIComponent(organization)}/changes?a=${from}&b=${to}`
  return {
    event: 'digest',
    key: `changes ${platform} ${organization} ${to}`,
    kind: 'changes',
    platform,
    organization,
    title: `${platform}: ${plural(changes.length + unnamed, 'change')} in ${title} to look at (${countsOf(changes)})`,
    text: [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    advice: `look at \`docvault diff ${from} ${to} --stat\` and \`docvault audit changes --since ${from} --until ${to}\`.`,
    since: now,
    times: 1,
    link: publicUrl === null ? null : `${publicUrl.replace(/\/$/, '')}${path}`,
    severity: worst.severity,
    changes,
  }
}

/** `slack=high` says from which severity on; without it, all. */
export function leastSeverityOf(channel: string, entries: readonly string[]): NoticeSeverity {
  const entry = entries.findLast(text => text.startsWith(`${channel}=`))
  return NOTICE_SEVERITIES.find(severity => entry === `${channel}=${severity}`) ?? 'info'
}

function lineOf(change: ChangeDigest['changes'][number]): string {
  const { severity, kind, title, id, place, action, before, after, actor } = change
  const where = place === '' ? '' : ` in ${place}`
  const what = before === '' && after === '' ? '' : `: ${before || 'nothing'} → ${after || 'nothing'}`
  const who = actor === 'unknown' ? '' : `, by ${actor}`
  return printable(`${severity}: ${kind} ${title || id}${where} ${action}${what}${who}`)
}

function countsOf(changes: ChangeDigest['changes']): string {
  const counts = Map.groupBy(changes, ({ severity }) => severity)
  return NOTICE_SEVERITIES.flatMap(severity => {
    const count = counts.get(severity)?.length ?? 0
    return count === 0 ? [] : [`${count} ${severity}`]
  }).join(', ')
}
