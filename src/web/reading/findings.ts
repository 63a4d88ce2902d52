/** What was found out of a vault at some cost, for the next who asks the same: until somebody writes to the vault. */
import type { Outline } from '../../diff/outline.ts'
import type { GoneState, ResourceKey, UnreadIn } from '../../vault/vault.ts'

export interface Findings {
  /** By `A B`, two snapshots. */
  outlines: Memory<Outline>
  /** By organization. */
  gone: Memory<readonly GoneState[]>
  unread: Memory<(resource: ResourceKey) => UnreadIn[]>
}

export interface Memory<Found> {
  of(name: string): Found | undefined
  /** Answers what it is given. */
  keep(name: string, found: Found): Found
}

export function makeFindings(): Findings {
  // An outline has a record for each change.
  return { outlines: makeMemory(4), gone: makeMemory(4), unread: makeMemory(1) }
}

/** Of those that were asked for last. */
function makeMemory<Found>(most: number): Memory<Found> {
  const kept = new Map<string, Found>()
  const keep = (name: string, found: Found): Found => {
    kept.delete(name)
    kept.set(name, found)
    for (const oldest of kept.keys().take(Math.max(0, kept.size - most))) kept.delete(oldest)
    return found
  }
  return {
    keep,
    of(name) {
      const found = kept.get(name)
      return found === undefined ? undefined : keep(name, found)
    },
  }
}
