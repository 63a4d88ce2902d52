/**
 * Who did what in an organization: an extension (docs/development/platform.md#audit-events). Only the newest service
 * records it.
 */
import { type Answer, ok } from '../protocol/answer.ts'
import { badRequest, notFound } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { presentEvent } from '../state/audit-event.ts'
import { getOrganization } from '../state/organization.ts'
import type { AuditEvent } from '../state/records/organization.ts'

const BASE = '/v1/orgs/{organizationId}/audit-events'
/** Of a page; less than other lists allow. */
const MAX_LIMIT = 100

/** `actions` = the names of all operations that leave an event. */
export function auditEventRoutes(actions: readonly string[]): Route[] {
  const offer = 'newest'
  return [
    { name: 'listOrganizationAuditEvents', method: 'GET', path: BASE, offer, handle: listEvents },
    {
      name: 'getOrganizationAuditEvent',
      method: 'GET',
      path: `${BASE}/{auditEventId}`,
      offer,
      handle: readEvent,
    },
    {
      name: 'listOrganizationAuditEventActions',
      method: 'GET',
      path: '/v1/orgs/{organizationId}/audit-event-actions',
      offer,
      handle: call => {
        getOrganization(call.world, param(call, 'organizationId'))
        return ok({ items: actions.map(id => ({ object: 'audit-event-action', id, label: id })) })
      },
    },
  ]
}

/** Newest first. */
function listEvents(call: Call): Answer {
  const organization = param(call, 'organizationId')
  const { events } = getOrganization(call.world, organization)
  if (Number(call.query.get('limit') ?? 0) > MAX_LIMIT) throw badRequest(`limit must be at most ${MAX_LIMIT}`)
  const wanted = filterOf(call)
  return listAnswer(call, events.filter(wanted).reverse(), event =>
    presentEvent(call.world, organization, event),
  )
}

function filterOf({ query }: Call): (event: AuditEvent) => boolean {
  const from = timeIn(query, 'from', Number.NEGATIVE_INFINITY)
  const to = timeIn(query, 'to', Number.POSITIVE_INFINITY)
  const [action, actor, target] = ['action', 'actor', 'target'].map(name => query.get(name))
  return event => {
    const at = Date.parse(event.occurredAt)
    return (
      at >= from &&
      at <= to &&
      (action == null || event.action === action) &&
      (actor == null || event.actor === actor) &&
      (target == null || event.target.id === target || event.target.type === target)
    )
  }
}

function timeIn(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name)
  if (text === null || text === '') return otherwise
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw badRequest(`${name} must be a date and time, not ${text}`)
  return time
}

function readEvent(call: Call): Answer {
  const organization = param(call, 'organizationId')
  const { events } = getOrganization(call.world, organization)
  const event = events.find(event => event.id === param(call, 'auditEventId'))
  if (event === undefined) throw notFound('audit event')
  return ok({ ...presentEvent(call.world, organization, event), schemaVersion: 1, payload: event.payload })
}
