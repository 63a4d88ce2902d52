/** What was said about a page, in a night: each comment with its replies. */
import { itemOf } from '../../diff/describe.ts'
import { recordOf, textOf } from '../../model/fields.ts'
import type { Item } from '../../resources/resource.ts'
import type { StoredResource } from '../../vault/vault.ts'
import type { NightAsked } from './asked.ts'

export interface Said {
  id: string
  by: string
  /** ISO 8601, UTC; null: the platform did not say. */
  at: string | null
  /** Markdown. */
  text: string
  status: string | null
  replies: readonly Said[]
}

export function commentsOn({ vault, night: { snapshot } }: NightAsked, page: StoredResource): Said[] {
  return Iterator.from(vault.resources(snapshot, { kind: 'comment', parent: page.parent }))
    .map(comment => ({ comment, item: itemOf(vault, comment) }))
    .filter(({ item }) => textOf(recordOf(recordOf(item.target)?.page)?.id) === page.id)
    .map(({ comment, item }) => {
      const replies = Iterator.from(vault.resources(snapshot, { kind: 'comment-reply', parent: comment.key }))
      return saidIn(comment, item, [...replies.map(reply => saidIn(reply, itemOf(vault, reply), []))])
    })
    .toArray()
}

function saidIn({ id }: StoredResource, item: Item, replies: readonly Said[]): Said {
  const by = recordOf(item.postedBy)
  return {
    id,
    by: textOf(by?.displayName) ?? textOf(by?.id) ?? 'somebody',
    at: textOf(item.postedAt),
    text: textOf(recordOf(item.body)?.markdown) ?? '',
    status: textOf(item.status),
    replies,
  }
}
