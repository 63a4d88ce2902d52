import type { Platform } from '../platform/client.ts'
import type { AuditEvent, Organization } from '../platform/operations/organizations.ts'
import type { Published } from './field-path.ts'
import { ImplausibleAnswer } from './implausible-answer.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'audit-event': Kept<AuditEvent, Published<'AuditEvent'> | 'actor.user' | 'actor.user.id'>
  }
}

/**
 * Only the newest service records who did what. Events do not change, so a run asks for the newest one that is known
 * and what came after it: a feed that does not have that one, although it exists, has other holes too.
 */
export const auditEvent = listed<'audit-event', Organization>({
  kind: 'audit-event',
  parent: 'organization',
  forAuditors: true,
  doc: 'Who did what and when, as the platform recorded it. Grows only.',
  api: '2.16',
  needs: 'listOrganizationAuditEvents',
  absence: 'kept',
  inTurn: true,
  async *list(platform, context) {
    const last = context.position()
    const from = last === null ? null : justBefore(last)
    let isKnown = last === null || context.allowShrink
    for await (const event of platform.organizations.listAuditEvents(
      context.parent.id,
      from ? { from } : {},
    )) {
      isKnown ||= positionOf(event) === last
      yield event
    }
    if (!isKnown && last !== null) await assertExpired(platform, context.parent.id, last)
  },
  token: (_parent, _platform, context) => {
    const value = context.position()
    return value === null ? null : { value, trust: 'hint' }
  },
  positionOf,
  id: item => item.id,
  label: item => item.action,
  volatile: ['**.urls', '**.permissions'],
  embedded: ['actor.user'],
  people: ['actor.user'],
  references: { user: 'actor.user.id' },
  audit: null,
  restore: { fidelity: 'no', note: 'archive only' },
})

/** Ordered by time. */
function positionOf({ occurredAt, createdAt, id }: AuditEvent): string {
  return `${occurredAt ?? createdAt ?? ''} ${id}`
}

/** Whether `from` includes its own time is not documented. */
function justBefore(position: string): string {
  const time = timeOf(position)
  const at = Date.parse(time)
  return Number.isNaN(at) ? time : new Date(at - 1).toISOString()
}

function timeOf(position: string): string {
  return position.split(' ', 1).join()
}

async function assertExpired(platform: Platform, organization: string, position: string): Promise<void> {
  const id = position.slice(timeOf(position).length + 1)
  const event = await platform.organizations.findAuditEvent(organization, id)
  if (event === null) return
  throw new ImplausibleAnswer('shrunken', `audit event ${id} is not in the feed, yet it exists`)
}
