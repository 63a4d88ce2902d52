/** Organizations: api.md 4.12 and, marked *extension*, extensions.md A. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'

export const organizationSchema = z.looseObject({ id: z.string().min(1), title: z.string() })
export type Organization = z.infer<typeof organizationSchema>

export const organizationOperations = (caller: Caller) => ({
  /** Organizations of the token's owner. */
  list: () =>
    caller.list(['listOrganizationsForAuthenticatedUser', ['orgs']], organizationSchema, one => one.id),
  get: (organization: string) =>
    caller.get(['getOrganizationById', ['orgs', organization]], organizationSchema),
})
