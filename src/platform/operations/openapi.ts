/** OpenAPI specifications and their versions: api.md 4.16. Addressed by slug. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'

export const openApiSpecSchema = z.looseObject({
  id: z.string().min(1),
  slug: z.string().min(1),
  lastVersion: z.string().nullish(),
})
export type OpenApiSpec = z.infer<typeof openApiSpecSchema>

export const openApiVersionSchema = z.looseObject({ id: z.string().min(1), url: z.string().nullish() })
export type OpenApiVersion = z.infer<typeof openApiVersionSchema>

const openApiContentSchema = z.looseObject({ filesystem: z.unknown(), url: z.string().nullish() })

export const openApiOperations = (caller: Caller) => ({
  list: (organization: string) =>
    caller.list(['listOpenAPISpecs', ['orgs', organization, 'openapi']], openApiSpecSchema, one => one.id),
  /** Null where the platform answers 404. */
  find: (organization: string, slug: string) =>
    caller.find(['getOpenAPISpecBySlug', ['orgs', organization, 'openapi', slug]], openApiSpecSchema),
  listVersions: (organization: string, slug: string) =>
    caller.list(
      ['listOpenAPISpecVersions', ['orgs', organization, 'openapi', slug, 'versions']],
      openApiVersionSchema,
      one => one.id,
    ),
  /** Null where the platform answers 404. */
  findVersion: (organization: string, slug: string, version: string) =>
    caller.find(
      ['getOpenAPISpecVersionById', ['orgs', organization, 'openapi', slug, 'versions', version]],
      openApiVersionSchema,
    ),
  /** All files of the version. */
  versionContent: (organization: string, slug: string, version: string) =>
    caller.get(
      [
        'getOpenAPISpecVersionContentById',
        ['orgs', organization, 'openapi', slug, 'versions', version, 'content'],
      ],
      openApiContentSchema,
    ),
})
