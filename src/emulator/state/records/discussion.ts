/**
 * Comments, their replies, and reactions to either.
 */
import type { DocumentNode } from '../../content/nodes.ts'
import type { PageNode } from './content.ts'
import type { User } from './people.ts'

export type CommentBody = { markdown: string } | { document: DocumentNode }

interface Posted {
  [field: string]: unknown
  id: string
  postedBy: User
  postedAt: string
  /** Absent until the body is edited. */
  editedAt?: string
}

interface Comment extends Posted {
  object: 'comment'
  status: 'open' | 'resolved'
  /** These two exactly while it is resolved. */
  resolvedAt?: string
  resolvedBy?: User
}

/** What comments and replies have in common. */
export interface Remark {
  json: Posted
  body: CommentBody
  reactions: Reaction[]
}

export interface ReplyState extends Remark {
  json: Posted & { object: 'comment-reply' }
}

export interface CommentState extends Remark {
  json: Comment
  replies: Map<string, ReplyState>
  /** The page as it was then, and the node in it. */
  page: PageNode | null
  node: string | null
  /** Revision that was commented on. */
  revision: string
}

export interface Reaction {
  emoji: string
  user: User
  reactedAt: string
}
