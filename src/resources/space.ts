import type { Platform } from '../platform/client.ts'
import type { MemberSpace } from '../platform/operations/members.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Space } from '../platform/operations/spaces.ts'
import { doing, setting } from './causing-actions.ts'
import { ACCESS } from './controls.ts'
import type { Published } from './field-path.ts'
import { listed, type SharedReads } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    space: Kept<Space, Published<'Space'>>
  }
}

export const space = listed<'space', Organization>({
  kind: 'space',
  parent: 'organization',
  doc: 'A space: title, visibility, edit mode, place in the organization.',
  api: '4.4',
  inTurn: true,
  list: (platform, { parent, notes, shared }) =>
    platform.capabilities.preferList(
      'listSpacesInOrganizationById',
      () => platform.spaces.listInOrganization(parent.id),
      () => spacesWithoutList(platform, parent.id, shared, notes.get('administrator')),
    ),
  absence: {
    isGone: async (platform, { id }) => {
      const found = await platform.spaces.find(id)
      return found === null || typeof found.deletedAt === 'string'
    },
  },
  id: item => item.id,
  label: item => item.title,
  volatile: [
    // Not its icon.
    'urls.location',
    'urls.app',
    'urls.published',
    'urls.public',
    '**.permissions',
    'updatedAt',
    'revision',
    'comments',
    'changeRequests',
    'changeRequestsOpen',
    'changeRequestsDraft',
    'gitSync.updatedAt',
    'gitSync.operation',
    'imports',
  ],
  references: { collection: 'parent' },
  defaults: { urls: {} },
  addresses: ['urls.icon'],
  pictures: ['urls.icon'],
  audit: {
    added: 'info',
    removed: 'high',
    fields: {
      visibility: 'critical',
      visitorAuth: 'high',
      defaultLevel: 'medium',
      parent: 'medium',
      gitSync: 'medium',
      mergeRules: 'low',
      editMode: 'low',
      title: 'info',
    },
    controls: ACCESS,
  },
  causes: {
    added: doing('createSpace duplicateSpace restoreSpace'),
    modified: [...doing('updateSpaceById'), ...setting('parent', 'moveSpace deleteCollectionById')],
    removed: doing('deleteSpaceById'),
  },
  restore: { fidelity: 'part', note: 'undeleted within 7 days; else a new id, without history and Git Sync' },
})

/**
 * The document has no list of spaces. An administrator can open every space, so the spaces of one are the list; where
 * nobody is seen to be one, everything that any member or collection leads to.
 */
async function* spacesWithoutList(
  platform: Platform,
  organization: string,
  shared: SharedReads,
  administrator: string | undefined,
): AsyncGenerator<Space> {
  if (administrator !== undefined) {
    const read: MemberSpace[] = []
    for await (const item of platform.members.listSpaces(organization, administrator)) {
      read.push(item)
      yield item.space
    }
    shared.memberSpaces = new Map([[administrator, read]])
    return
  }
  const seen = new Set<string>()
  for await (const found of everySpaceInReach(platform, organization)) {
    if (!seen.has(found.id)) yield found
    seen.add(found.id)
  }
}

async function* everySpaceInReach(platform: Platform, organization: string): AsyncGenerator<Space> {
  for await (const person of platform.members.list(organization)) {
    for await (const item of platform.members.listSpaces(organization, person.id)) yield item.space
  }
  for await (const group of platform.collections.list(organization))
    yield* platform.collections.listSpaces(group.id)
}
