import type { Organization } from '../platform/operations/organizations.ts'
import type { Translation } from '../platform/operations/translations.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'translation-settings': Kept<Translation, Published<'Translation'> | 'title' | 'languages'>
  }
}

export const translationSettings = listed<'translation-settings', Organization>({
  kind: 'translation-settings',
  parent: 'organization',
  doc: 'Into which languages content is translated; with newer services, from which space and how.',
  api: '4.17',
  list: (platform, { parent }) => platform.translations.list(parent.id),
  absence: {
    isGone: async (platform, { id }, { parent }) =>
      (await platform.translations.find(parent.id, id)) === null,
  },
  id: item => item.id,
  label: item => item.title ?? item.language ?? item.id,
  volatile: [
    '**.urls',
    '**.permissions',
    'createdAt',
    'updatedAt',
    'stats',
    'status',
    'result.revision',
    '**.key',
    '**.schemaVersion',
  ],
  unordered: ['languages'],
  references: { space: ['source.space', 'result.space'] },
  audit: null,
  restore: {
    fidelity: 'part',
    note: 'the title, or source, language and instructions; the languages of older services, ids and dates are lost',
  },
})
