/** Organizations: docs/reference/operations.md, 4.12; what is outside of it is marked *extension*. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { foundPageSchema } from './content.ts'
import { organizationSchema } from './organization-shapes.ts'
import { idSchema, type Role } from './shapes.ts'

export type Organization = z.infer<typeof organizationSchema>

const foundSpaceSchema = z.looseObject({ id: idSchema, title: z.string(), pages: z.array(foundPageSchema) })
const instructionsSchema = z.looseObject({ instructions: z.looseObject({}).nullable() })
export type AgentInstructions = z.infer<typeof instructionsSchema>

const subdomainSchema = z.looseObject({
  subdomain: z.string(),
  target: z.looseObject({ type: z.string() }),
  isActive: z.boolean(),
})
export type Subdomain = z.infer<typeof subdomainSchema>

const auditEventSchema = z.looseObject({
  id: idSchema,
  action: z.string(),
  occurredAt: z.string().nullish(),
  /** In the place of `occurredAt`, where a service calls it so. */
  createdAt: z.string().nullish(),
  actor: z
    .looseObject({ id: z.string().nullish(), user: z.looseObject({ id: idSchema }).nullish() })
    .nullish(),
  target: z.looseObject({ id: z.string().nullish() }).nullish(),
})
export type AuditEvent = z.infer<typeof auditEventSchema>

/** Largest page of the audit feed, where other lists allow ten times as many. */
const AUDIT_PAGE_LIMIT = 100

interface OrganizationChange {
  title?: string
  emailDomains?: readonly string[]
  hostname?: string
  defaultRole?: Role | null
  defaultContent?: { type: 'site'; site: string } | null
  logo?: string | null
  sso?: boolean
  ai?: boolean
  inviteLinks?: boolean
}

interface NewOrganization {
  title: string
  emailDomains?: readonly string[]
}

/** Date-times; `actor` and `target` are ids. */
interface AuditQuery {
  from?: string
  to?: string
  action?: string
  actor?: string
  target?: string
}

export const organizationOperations = (caller: Caller) => ({
  /** Organizations of the token's owner. */
  list: () =>
    caller.list(['listOrganizationsForAuthenticatedUser', ['orgs']], organizationSchema, item => item.id),
  get: (organization: string) =>
    caller.get(['getOrganizationById', pathOf(organization)], organizationSchema),
  update: (organization: string, change: OrganizationChange) =>
    caller.send(['updateOrganizationById', 'PATCH', pathOf(organization), change], organizationSchema),
  deleteLinkInvite: (organization: string, invite: string) =>
    caller.run(['deleteOrganizationInviteById', 'DELETE', pathOf(organization, 'link-invites', invite)]),
  search: (organization: string, query: string) =>
    caller.list(
      ['searchOrganizationContent', pathOf(organization, 'search'), { query }],
      foundSpaceSchema,
      item => item.id,
    ),
  /** Only for the service's own tokens (docs/development/platform.md#tokens): expect a refusal. */
  ofEmailDomain: (emailDomain: string) =>
    caller.get(
      ['getOrganizationsForEmailDomain', ['email-domains', emailDomain, 'orgs']],
      z.looseObject({ organizations: z.array(organizationSchema) }),
    ),
  /** *Extension.* */
  create: (organization: NewOrganization) =>
    caller.send(['createOrganization', 'POST', ['orgs'], organization], organizationSchema),
  /** *Extension.* Whose a subdomain is. */
  subdomain: (subdomain: string) => caller.get(['getSubdomain', ['subdomains', subdomain]], subdomainSchema),
  /** *Extension.* */
  agentInstructions: (organization: string) =>
    caller.get(
      ['getOrganizationAgentInstructions', pathOf(organization, 'agent-instructions')],
      instructionsSchema,
    ),
  /** *Extension.* `instructions` is a document. */
  updateAgentInstructions: (organization: string, instructions: object) =>
    caller.send(
      [
        'updateOrganizationAgentInstructions',
        'PUT',
        pathOf(organization, 'agent-instructions'),
        { instructions },
      ],
      instructionsSchema,
    ),
  /** *Extension.* Newest first. */
  listAuditEvents: (organization: string, query: AuditQuery = {}) =>
    caller.list(
      [
        'listOrganizationAuditEvents',
        pathOf(organization, 'audit-events'),
        { limit: AUDIT_PAGE_LIMIT, ...query },
      ],
      auditEventSchema,
      item => item.id,
    ),
  /** *Extension.* With what it was about. */
  findAuditEvent: (organization: string, event: string) =>
    caller.find(['getOrganizationAuditEvent', pathOf(organization, 'audit-events', event)], auditEventSchema),
  /** *Extension.* Which actions are recorded at all. */
  auditEventActions: (organization: string) =>
    caller.get(
      ['listOrganizationAuditEventActions', pathOf(organization, 'audit-event-actions')],
      z.looseObject({ items: z.array(z.unknown()) }),
    ),
})

function pathOf(organization: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, ...rest]
}
