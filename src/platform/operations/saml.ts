/** Single sign-on: docs/reference/operations.md, 4.15. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import { teamSchema } from './member-shapes.ts'
import { idSchema, linksSchema, open, type Role, roleSchema } from './shapes.ts'

const SAML_STATUSES = ['active', 'pending'] as const

const samlProviderSchema = z.looseObject({
  object: z.literal('saml-provider'),
  id: idSchema,
  label: z.string(),
  ssoURL: z.string().nullish(),
  entityID: z.string().nullish(),
  certificate: z.string().nullish(),
  defaultTeam: teamSchema.nullish(),
  defaultRole: roleSchema.nullish(),
  createdAt: z.string().nullish(),
  status: open(SAML_STATUSES).nullish(),
  /** What the identity provider has to be told. */
  service: z
    .looseObject({
      acsURL: z.string().nullish(),
      startURL: z.string().nullish(),
      entityID: z.string().nullish(),
    })
    .nullish(),
  urls: linksSchema,
})

export type SamlProvider = z.infer<typeof samlProviderSchema>

const loginSchema = z.looseObject({ id: idSchema, label: z.string(), startURL: z.string() })
export type SsoLogin = z.infer<typeof loginSchema>

interface SamlProviderChange {
  label?: string
  entityID?: string
  certificate?: string
  ssoURL?: string
  defaultTeam?: string
  defaultRole?: Role | null
}

interface NewSamlProvider extends SamlProviderChange {
  label: string
}

export const samlOperations = (caller: Caller) => ({
  list: (organization: string) =>
    caller.list(
      ['listSAMLProvidersInOrganizationById', pathOf(organization)],
      samlProviderSchema,
      item => item.id,
    ),
  create: (organization: string, provider: NewSamlProvider) =>
    caller.send(
      ['createOrganizationSAMLProvider', 'POST', pathOf(organization), provider],
      samlProviderSchema,
    ),
  /** Null where the platform answers 404. */
  find: (organization: string, provider: string) =>
    caller.find(['getOrganizationSAMLProviderById', pathOf(organization, provider)], samlProviderSchema),
  update: (organization: string, provider: string, change: SamlProviderChange) =>
    caller.send(
      ['updateOrganizationSAMLProvider', 'PATCH', pathOf(organization, provider), change],
      samlProviderSchema,
    ),
  delete: (organization: string, provider: string) =>
    caller.run(['deleteOrganizationSAMLProvider', 'DELETE', pathOf(organization, provider)]),
  /** Where people can log in. */
  logins: (organization: string) =>
    caller.get(
      ['listSSOProviderLoginsInOrganization', ['orgs', organization, 'sso']],
      z.looseObject({ items: z.array(loginSchema) }),
    ),
})

function pathOf(organization: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'saml', ...rest]
}
