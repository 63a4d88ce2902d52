/** Nights that did not read a thing: in these it is shown as it was last read, and may have been otherwise. */
import { type UnreadRange, unreadRanges } from '../../search/query/unread-ranges.ts'
import type { ResourceKey } from '../../vault/vault.ts'
import type { OrganizationAsked } from './asked.ts'

/** `from` and `to`: both included. */
export function unreadWithin(
  { vault, found, nights }: OrganizationAsked,
  key: ResourceKey,
  { from, to }: { from: number; to: number },
): UnreadRange[] {
  const unreadOf = found.unread.of('all') ?? found.unread.keep('all', vault.unread())
  const unread = unreadOf(key).filter(({ snapshot }) => snapshot >= from && snapshot <= to)
  return unreadRanges(
    unread,
    nights.map(({ snapshot }) => snapshot),
  )
}

/** `night 12 (unreachable), nights 14 to 17 (refused)`. */
export function unreadWords(ranges: readonly { from: number; to: number; class: string }[]): string {
  return ranges
    .map(
      ({ from, to, class: why }) => `${from === to ? `night ${from}` : `nights ${from} to ${to}`} (${why})`,
    )
    .join(', ')
}
