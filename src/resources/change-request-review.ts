import type { ChangeRequest, Review } from '../platform/operations/change-requests.ts'
import { tokenOfDiscussion } from './change-request-token.ts'
import type { Published } from './field-path.ts'
import { idOf, listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request-review': Kept<Review, Published<'ChangeRequestReview'>>
  }
}

export const changeRequestReview = listed<'change-request-review', ChangeRequest>({
  kind: 'change-request-review',
  parent: 'change-request',
  doc: 'A verdict on a change request: who, when, and on which revision.',
  api: '2.2',
  needs: 'getReviewsByChangeRequestId',
  list: (platform, context) => platform.changeRequests.listReviews(idOf(context, 'space'), context.parent.id),
  token: tokenOfDiscussion,
  // No operation asks for a single one, so that an emptied list is not believed.
  absence: 'unless-empty',
  id: item => item.id,
  label: item => `${item.status} by ${item.reviewer.displayName ?? item.reviewer.id}`,
  volatile: ['**.urls', '**.permissions', 'outdated', 'updatedAt'],
  embedded: ['reviewer'],
  people: ['reviewer'],
  references: { user: 'reviewer.id' },
  audit: null,
  restore: { fidelity: 'no', note: "archive only: nobody's verdict is given in their name" },
})
