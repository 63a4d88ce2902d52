/**
 * Change requests, and the reviews of them.
 */
import type { CommentState } from './discussion.ts'
import type { User } from './people.ts'

export const CHANGE_REQUEST_STATUSES = ['draft', 'open', 'archived', 'merged'] as const

type ChangeRequestStatus = (typeof CHANGE_REQUEST_STATUSES)[number]

export interface ChangeRequest {
  [field: string]: unknown
  object: 'change-request'
  id: string
  number: number
  status: ChangeRequestStatus
  subject: string
  createdBy: User
  createdAt: string
  updatedAt: string
  /** Active revision of the draft. */
  revision: string
  /** Main revision it was created from. */
  revisionInitial: string
  /** Main revision of the last update. */
  revisionMergedAncestor?: string
  /** Main revision made by the merge. */
  revisionMerged?: string
}

export interface ChangeRequestState extends Reviewing {
  json: ChangeRequest
  comments: Map<string, CommentState>
}

export interface Review {
  id: string
  status: 'approved' | 'changes-requested'
  reviewer: User
  /** Of the draft, as it was reviewed. */
  revision: string
  createdAt: string
}

export interface Reviewing {
  /** Oldest first. */
  reviews: Review[]
  requestedReviewers: RequestedReviewer[]
  /** Who edited it, by user id. */
  contributors: Map<string, Contributor>
}

/** A person, or a team of which anybody will do. */
export interface RequestedReviewer {
  asked: { kind: 'user'; user: User } | { kind: 'team'; team: string }
  requestedBy: User
  /** Of the draft, as it was then. */
  revision: string
  createdAt: string
}

export interface Contributor {
  user: User
  /** Edits, and the last of them. */
  count: number
  updatedAt: string
}
