import type { GlossaryEntry } from '../platform/operations/glossary.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'glossary-entry': Kept<GlossaryEntry, Published<'GlossaryEntry'>>
  }
}

export const glossaryEntry = listed<'glossary-entry', Organization>({
  kind: 'glossary-entry',
  parent: 'organization',
  doc: 'A word of the glossary that translations keep to, in each language.',
  api: '4.17',
  needs: 'listGlossaryEntries',
  list: (platform, { parent }) => platform.glossary.list(parent.id),
  absence: {
    isGone: async (platform, { id }, { parent }) => (await platform.glossary.find(parent.id, id)) === null,
  },
  everyRun: false,
  id: item => item.id,
  label: ({ id, translations }) => Object.values(translations)[0] ?? id,
  volatile: ['**.urls', 'updatedAt'],
  references: {},
  audit: null,
  restore: { fidelity: 'full', note: 'where the service has a glossary; a new id' },
})
