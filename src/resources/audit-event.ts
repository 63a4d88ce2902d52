import type { AuditEvent, Organization } from '../platform/operations/organizations.ts'
import { listed } from './resource.ts'

/** Only the newest service records who did what. Events do not change, so a run asks for newer ones only. */
export const auditEvent = listed<AuditEvent, Organization>({
  kind: 'audit-event',
  parent: 'organization',
  doc: 'Who did what and when, as the platform recorded it. Grows only.',
  api: '2.16',
  needs: 'listOrganizationAuditEvents',
  grows: true,
  list(platform, place) {
    const from = place.position()
    return platform.organizations.listAuditEvents(place.parent.id, from === null ? {} : { from })
  },
  token: (_parent, _platform, place) => {
    const value = place.position()
    return value === null ? null : { value, trust: 'hint' }
  },
  positionOf: item => item.createdAt,
  id: item => item.id,
  label: item => item.action,
  volatile: ['**.urls', '**.permissions'],
  embedded: ['actor.user'],
  people: ['actor.user'],
  references: { user: 'actor.user.id' },
  audit: {},
  restore: { fidelity: 'no', note: 'archive only' },
})
