import type { Collection } from '../platform/operations/collections.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import { doing, setting } from './causing-actions.ts'
import { ACCESS } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    collection: Kept<Collection, Published<'Collection'>>
  }
}

export const collection = listed<'collection', Organization>({
  kind: 'collection',
  parent: 'organization',
  doc: 'A group of spaces and of other collections.',
  api: '4.3',
  list: (platform, { parent }) => platform.collections.list(parent.id),
  absence: { isGone: async (platform, { id }) => (await platform.collections.find(id)) === null },
  id: item => item.id,
  label: item => item.title,
  volatile: ['**.urls', '**.permissions'],
  references: { collection: 'parent' },
  audit: {
    added: 'info',
    removed: 'medium',
    fields: { defaultLevel: 'medium', parent: 'medium', title: 'info' },
    controls: ACCESS,
  },
  causes: {
    added: doing('createCollection transferCollection'),
    modified: [...doing('updateCollectionById'), ...setting('parent', 'moveCollection transferCollection')],
    removed: doing('deleteCollectionById transferCollection'),
  },
  restore: { fidelity: 'full', note: 'title, parent, description and default level; a new id' },
})
