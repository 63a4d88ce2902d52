import type { OpenApiSpec } from '../platform/operations/openapi.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import { doing } from './causing-actions.ts'
import { PUBLISHED } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'openapi-spec': Kept<OpenApiSpec, Published<'OpenAPISpec'>>
  }
}

export const openApiSpec = listed<'openapi-spec', Organization>({
  kind: 'openapi-spec',
  parent: 'organization',
  doc: 'An OpenAPI specification: slug, source and state.',
  api: '4.16',
  list: (platform, { parent }) => platform.openapi.list(parent.id),
  absence: {
    isGone: async (platform, missing, { parent }) => {
      const { slug } = missing.stored()
      const found = await platform.openapi.find(parent.id, String(slug))
      return found === null || found.id !== missing.id
    },
  },
  id: item => item.id,
  label: item => item.slug,
  volatile: [
    '**.urls',
    '**.permissions',
    'updatedAt',
    'lastVersion',
    'lastProcessedAt',
    'processingState',
    'lastProcessErrorCode',
    'lastProcessedErrors',
    'lastProcessedErrorCount',
  ],
  references: {},
  audit: {
    added: 'info',
    removed: 'low',
    fields: { visibility: 'high', sourceURL: 'medium', slug: 'info' },
    controls: PUBLISHED,
  },
  causes: {
    added: doing('createOpenAPISpec createOrUpdateOpenAPISpecBySlug'),
    modified: doing('updateOpenAPISpecBySlug createOrUpdateOpenAPISpecBySlug'),
    removed: doing('deleteOpenAPISpecBySlug'),
  },
  restore: { fidelity: 'full', note: 'the latest text; the link to its source URL is lost' },
})
