import type { OpenApiSpec, OpenApiVersion } from '../platform/operations/openapi.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'
import { withoutSignature } from './signed-url.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'openapi-spec-version': Kept<OpenApiVersion, Published<'OpenAPISpecVersion'>>
  }
}

export const openApiSpecVersion = listed<'openapi-spec-version', OpenApiSpec>({
  kind: 'openapi-spec-version',
  parent: 'openapi-spec',
  doc: 'One version of a specification, with the content of all its files.',
  api: '4.16',
  list: (platform, { organization, parent }) => platform.openapi.listVersions(organization.id, parent.slug),
  absence: {
    isGone: async (platform, { id }, { organization, parent }) =>
      (await platform.openapi.findVersion(organization.id, parent.slug, id)) === null,
  },
  token: parent => ({ value: parent.lastVersion ?? '', trust: 'proof' }),
  id: item => item.id,
  stored: item => (item.url ? { ...item, url: withoutSignature(item.url) } : item),
  label: item => item.id,
  volatile: ['**.urls', 'url'],
  references: {},
  audit: null,
  restore: { fidelity: 'part', note: 'each old text in order; ids and dates are lost' },
  bodies: (platform, item, { organization, parent }) => [
    {
      name: 'content',
      key: item.id,
      origin: {
        read: async hold => {
          const content = await platform.openapi.versionContent(organization.id, parent.slug, item.id, hold)
          const { url, urls } = content
          const stored = {
            ...content,
            ...(url ? { url: withoutSignature(url) } : {}),
            ...(typeof urls?.source === 'string'
              ? { urls: { ...urls, source: withoutSignature(urls.source) } }
              : {}),
          }
          return { key: item.id, bytes: Buffer.from(JSON.stringify(stored)) }
        },
      },
    },
  ],
})
