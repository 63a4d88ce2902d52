import type { ChangeRequest, Contributor } from '../platform/operations/change-requests.ts'
import { tokenOfDiscussion } from './change-request-token.ts'
import type { Published } from './field-path.ts'
import { idOf, listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request-contributor': Kept<Contributor, Published<'UserContributor'>>
  }
}

export const changeRequestContributor = listed<'change-request-contributor', ChangeRequest>({
  kind: 'change-request-contributor',
  parent: 'change-request',
  doc: 'A person who edited a change request: the only authorship of content there is.',
  api: '2.6',
  needs: 'getContributorsByChangeRequestId',
  list: (platform, context) =>
    platform.changeRequests.listContributors(idOf(context, 'space'), context.parent.id),
  token: tokenOfDiscussion,
  // No operation asks for a single one, so that an emptied list is not believed.
  absence: 'unless-empty',
  id: item => item.user.id,
  label: item => item.user.displayName ?? item.user.id,
  volatile: ['**.urls', '**.permissions', 'updatedAt', 'count'],
  embedded: ['user'],
  people: ['user'],
  references: { user: 'user.id' },
  audit: null,
  restore: { fidelity: 'no', note: 'archive only: edits are made by the owner of the token' },
})
