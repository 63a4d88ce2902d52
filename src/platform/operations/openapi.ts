/** OpenAPI specifications and their versions: docs/reference/operations.md, 4.16. Addressed by slug. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Hold } from '../room.ts'
import { flagsSchema, idSchema, linksSchema, open } from './shapes.ts'

const PROCESSING_STATES = ['pending', 'progress', 'complete'] as const
const PROCESS_ERRORS = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const

const openApiSpecSchema = z.looseObject({
  object: z.literal('openapi-spec'),
  id: idSchema,
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  slug: idSchema,
  sourceURL: z.string().nullish(),
  processingState: open(PROCESSING_STATES),
  lastVersion: z.string().nullish(),
  lastProcessedAt: z.string().nullish(),
  lastProcessErrorCode: open(PROCESS_ERRORS).nullish(),
  permissions: flagsSchema,
  urls: linksSchema,
})
export type OpenApiSpec = z.infer<typeof openApiSpecSchema>

const openApiVersionSchema = z.looseObject({
  object: z.literal('openapi-spec-version'),
  id: idSchema,
  createdAt: z.string().nullish(),
  url: z.string(),
  urls: linksSchema,
})
export type OpenApiVersion = z.infer<typeof openApiVersionSchema>

const openApiContentSchema = z.looseObject({
  filesystem: z.unknown(),
  url: z.string().nullish(),
  /** In the place of `url`, where a service has a public one beside it. */
  urls: linksSchema,
})

/** The text itself, or where the platform fetches it. */
type SpecSource = { url: string } | { text: string }

export const openApiOperations = (caller: Caller) => ({
  list: (organization: string) =>
    caller.list(['listOpenAPISpecs', pathOf(organization)], openApiSpecSchema, item => item.id),
  create: (organization: string, spec: { slug: string; source: SpecSource }) =>
    caller.send(['createOpenAPISpec', 'POST', pathOf(organization), spec], openApiSpecSchema),
  /** Null where the platform answers 404. */
  find: (organization: string, slug: string) =>
    caller.find(['getOpenAPISpecBySlug', pathOf(organization, slug)], openApiSpecSchema),
  /** Makes it or gives it another source, and tells which of the two. */
  put: (organization: string, slug: string, spec: { source: SpecSource }) =>
    caller.put(
      ['createOrUpdateOpenAPISpecBySlug', 'PUT', pathOf(organization, slug), spec],
      openApiSpecSchema,
    ),
  delete: (organization: string, slug: string) =>
    caller.run(['deleteOpenAPISpecBySlug', 'DELETE', pathOf(organization, slug)]),
  listVersions: (organization: string, slug: string) =>
    caller.list(
      ['listOpenAPISpecVersions', pathOf(organization, slug, 'versions')],
      openApiVersionSchema,
      item => item.id,
    ),
  /** Null where the platform answers 404, as it does before the first version is there. */
  findLatestVersion: (organization: string, slug: string) =>
    caller.find(
      ['getLatestOpenAPISpecVersion', pathOf(organization, slug, 'versions', 'latest')],
      openApiVersionSchema,
    ),
  /** All files of the latest version. */
  latestVersionContent: (organization: string, slug: string) =>
    caller.get(
      ['getLatestOpenAPISpecVersionContent', pathOf(organization, slug, 'versions', 'latest', 'content')],
      openApiContentSchema,
    ),
  /** Null where the platform answers 404. */
  findVersion: (organization: string, slug: string, version: string) =>
    caller.find(
      ['getOpenAPISpecVersionById', pathOf(organization, slug, 'versions', version)],
      openApiVersionSchema,
    ),
  /** All files of the version. */
  versionContent: (organization: string, slug: string, version: string, hold?: Hold) =>
    caller.get(
      [
        'getOpenAPISpecVersionContentById',
        pathOf(organization, slug, 'versions', version, 'content'),
        undefined,
        hold,
      ],
      openApiContentSchema,
    ),
})

function pathOf(organization: string, ...rest: readonly string[]): string[] {
  return ['orgs', organization, 'openapi', ...rest]
}
