import type { Page } from '../platform/operations/content-shapes.ts'
import type { SoundRevision } from '../platform/operations/sound-revision.ts'
import type { Space } from '../platform/operations/spaces.ts'
import { PUBLISHED } from './controls.ts'
import {
  defaultsOfNode,
  type KeptPage,
  nodesOf,
  unreadableNodes,
  volatileOfNode,
  withoutChildren,
} from './page-tree.ts'
import { contained } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'page-group': KeptPage<Page>
  }
}

export const pageGroup = contained<'page-group', Space, SoundRevision>({
  kind: 'page-group',
  parent: 'space',
  doc: 'A heading in the table of contents that groups pages; it has no body.',
  api: '4.11',
  within: 'revision',
  *items(revision) {
    for (const node of nodesOf(revision)) if (node.type === 'group') yield withoutChildren(node)
  },
  unreadable: revision => unreadableNodes(revision, 'group'),
  id: item => item.id,
  label: item => item.title,
  volatile: volatileOfNode,
  defaults: defaultsOfNode,
  references: {},
  audit: { added: null, removed: null, fields: { condition: 'high' }, controls: PUBLISHED },
  restore: { fidelity: 'part', note: 'as the import format can say it' },
})
