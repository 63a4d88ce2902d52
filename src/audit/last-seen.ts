/**
 * When a member was last seen, and how far that may be believed. The time is noise to a backup: it makes no version, so
 * it is as old as the member's last change. Somebody is called dormant if they were when it was recorded, and the words
 * say when that was; who was not, but has not been recorded since, is not known.
 */
import { itemOf } from '../diff/describe.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'

export interface LastSeen {
  state: 'active' | 'dormant' | 'never' | 'not known'
  /** ISO 8601; empty when never, or not told. */
  at: string
  words: string
}

const DAY_MS = 86_400_000

export function lastSeenOf(
  vault: Vault,
  snapshot: SnapshotSummary,
  member: StoredResource,
  dormantAfterMs: number,
): LastSeen {
  const item = itemOf(vault, member)
  const seen = typeof item.lastSeenAt === 'string' ? item.lastSeenAt : null
  const now = Date.parse(snapshot.started)
  const isFresh = member.since === snapshot.snapshot
  if (seen !== null && now - Date.parse(seen) < dormantAfterMs)
    return { state: 'active', at: seen, words: `seen ${seen.slice(0, 10)}` }
  const recorded = isFresh ? now : recordedAt(vault, member.since)
  if (seen === null) {
    const joined = typeof item.joinedAt === 'string' ? Date.parse(item.joinedAt) : recorded
    if (recorded - joined < dormantAfterMs) return { state: 'not known', at: '', words: 'not seen yet' }
    return {
      state: isFresh ? 'never' : 'not known',
      at: '',
      words: `never seen, as of snapshot ${member.since}`,
    }
  }
  const days = Math.floor((recorded - Date.parse(seen)) / DAY_MS)
  if (recorded - Date.parse(seen) >= dormantAfterMs)
    return { state: 'dormant', at: seen, words: `not seen for ${days} days as of snapshot ${member.since}` }
  return { state: 'not known', at: seen, words: `last recorded in snapshot ${member.since}` }
}

function recordedAt(vault: Vault, snapshot: number): number {
  return Date.parse(vault.startedAt(snapshot) ?? '')
}
