import type { ConditionKind, Message } from '../condition.ts'
import { subjectOf, textOf } from '../words.ts'
import type { Channel } from './channel.ts'
import { postJson } from './post-json.ts'

/** Events API v2: a condition is one incident from its beginning to its end; the changes of a night are one that a person ends. */
export const pagerduty: Channel = {
  name: 'pagerduty',
  open: ({ 'notify.pagerduty': key, 'notify.pagerdutyUrl': url }) =>
    key === null ? null : message => send(url, message, key),
}

/** The service takes no more. Characters. */
const LONGEST_SUMMARY = 1024
const LONGEST_KEY = 255

/** A report of a month wakes nobody. */
async function send(url: string, message: Message, key: string): Promise<void> {
  if (message.kind !== 'month') await postJson(url, eventOf(message, key))
}

function eventOf(message: Message, routingKey: string): object {
  const event = { routing_key: routingKey, dedup_key: `docvault ${message.key}`.slice(0, LONGEST_KEY) }
  if (message.event === 'end') return { ...event, event_action: 'resolve' }
  return {
    ...event,
    event_action: 'trigger',
    client: 'docvault',
    ...(message.link === null ? {} : { links: [{ href: message.link, text: 'Look at it' }] }),
    payload: {
      summary: subjectOf(message).slice(0, LONGEST_SUMMARY),
      source: 'docvault',
      severity: severityOf(message),
      timestamp: message.since,
      class: message.kind,
      custom_details: { text: textOf(message) },
    },
  }
}

const URGENT: readonly ConditionKind[] = ['anomaly', 'damage']
const MILD: readonly ConditionKind[] = ['partial', 'operators']

function severityOf({ kind, severity }: Message): 'critical' | 'error' | 'warning' | 'info' {
  if (kind === 'month') return 'info'
  if (kind !== 'changes')
    return URGENT.includes(kind) ? 'critical' : MILD.includes(kind) ? 'warning' : 'error'
  if (severity === 'critical') return 'critical'
  if (severity === 'high') return 'error'
  return severity === 'medium' ? 'warning' : 'info'
}
