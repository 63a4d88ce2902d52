/** What hangs on a change request without a token of its own: discussions, reviews, people. */
import type { ChangeRequest } from '../platform/operations/change-requests.ts'
import type { ChangeToken } from './resource.ts'

export function tokenOfDiscussion({ status, updatedAt, comments }: ChangeRequest): ChangeToken {
  const isClosed = status === 'merged' || status === 'archived'
  return { value: `${status} ${updatedAt} ${comments}`, trust: isClosed ? 'frozen' : 'hint' }
}
