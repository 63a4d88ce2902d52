/** The organization, and what stands directly under it. */
import type { Company } from '../../helpers/company.ts'
import { countNamed, first, type KindCases, lastId, removeOne, write } from './kind-case.ts'

export const organizationCases: KindCases = {
  organization: {
    operation: 'listOrganizationsForAuthenticatedUser',
    // Nobody can back up an organization that they cannot see: there is nothing to record.
    remove: async () => 0,
    change: async company =>
      company.emulator.patch('organization', company.emulator.organization, { title: 'Other' }),
  },
  'openapi-spec': {
    operation: 'listOpenAPISpecs',
    remove: async company => removeOne(company, 'openapi-spec', lastId(company, 'openapi-spec')) + 1,
    change: async company =>
      company.emulator.patch('openapi-spec', lastId(company, 'openapi-spec'), { visibility: 'public' }),
  },
  'openapi-spec-version': {
    operation: 'listOpenAPISpecVersions',
    remove: async company => removeOne(company, 'openapi-spec', lastId(company, 'openapi-spec')) + 1,
    change: null,
  },
  'translation-settings': {
    operation: 'listTranslations',
    remove: async company =>
      removeOne(company, 'translation-settings', lastId(company, 'translation-settings')),
    change: async company =>
      company.emulator.patch('translation-settings', lastId(company, 'translation-settings'), {
        language: 'de',
      }),
  },
  collection: {
    operation: 'listCollectionsInOrganizationById',
    remove: async company => {
      const gone = lastId(company, 'collection')
      const goes = countNamed(company, gone)
      removeOne(company, 'collection', gone)
      return goes
    },
    change: async company =>
      company.emulator.patch('collection', lastId(company, 'collection'), { title: 'Renamed' }),
  },
  space: {
    operation: 'listSpacesInOrganizationById',
    remove: async company => {
      const space = first(company, 'space')
      // What is installed on it bears its id, too.
      const goes = countNamed(company, space.id)
      removeOne(company, 'space', space.id)
      return goes
    },
    change: async company =>
      company.emulator.patch('space', lastId(company, 'space'), { visibility: 'public' }),
  },
  'link-report': {
    operation: 'listSpaceLinks',
    prepare: company => company.edit({ 'guides/linux.md': '# On Linux\n\n[Nowhere](nowhere.md)\n' }),
    remove: async () => 0,
    change: company =>
      company.edit({ 'guides/linux.md': '# On Linux\n\n[Nowhere](nowhere.md) [Neither](neither.md)\n' }),
  },
  asset: {
    operation: 'download',
    prepare: company => useAsLogo(company, 'logo.png'),
    remove: async () => 0,
    change: null,
  },
}

/** A picture that the platform itself serves: the bytes of some file. */
async function useAsLogo(company: Company, name: string): Promise<void> {
  const { url, token, organization } = company.emulator
  const headers = { authorization: `Bearer ${token}` }
  const list = async (path: string): Promise<Record<string, string>[]> =>
    Object(await (await fetch(`${url}/${path}`, { headers })).json()).items
  const space = (await list(`orgs/${organization}/spaces`)).find(one => one.title === 'Handbook')
  const file = (await list(`spaces/${space?.id}/content/files`)).find(one => one.name === name)
  await write(company, 'PATCH', '', { logo: file?.downloadURL })
}
