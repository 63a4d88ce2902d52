import type { ChangeRequest, RequestedReviewer } from '../platform/operations/change-requests.ts'
import { tokenOfDiscussion } from './change-request-token.ts'
import type { Published } from './field-path.ts'
import { idOf, listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request-reviewer': Kept<RequestedReviewer, Published<'ChangeRequestRequestedReviewer'>>
  }
}

export const changeRequestReviewer = listed<'change-request-reviewer', ChangeRequest>({
  kind: 'change-request-reviewer',
  parent: 'change-request',
  doc: 'A person or a team that was asked to review a change request.',
  api: '2.6',
  needs: 'getRequestedReviewersByChangeRequestId',
  list: (platform, context) =>
    platform.changeRequests.listRequestedReviewers(idOf(context, 'space'), context.parent.id),
  token: tokenOfDiscussion,
  // No operation asks for a single one, so that an emptied list is not believed.
  absence: 'unless-empty',
  id: ({ user, team }) => user?.id ?? team?.id ?? '',
  label: ({ user, team }) => user?.displayName ?? (team ? `team ${team.id}` : ''),
  volatile: ['**.urls', '**.permissions'],
  embedded: ['user', 'team', 'requestedBy'],
  people: ['user', 'requestedBy'],
  references: { user: ['user.id', 'requestedBy.id'], team: 'team.id' },
  audit: null,
  restore: { fidelity: 'part', note: 'asked again, which notifies them' },
})
