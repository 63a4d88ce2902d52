/** What was found out of a vault at some cost, for the next who asks the same: until somebody writes to the vault. */
import type { Outline } from '../../diff/outline.ts'
import type { GoneState, ResourceKey, UnreadIn } from '../../vault/vault.ts'

export interface Findings {
  /** By `A B`, two snapshots. */
  outlines: Memory<Outline>
  /** By organization. */
  gone: Memory<readonly GoneState[]>
  unread: Memory<(resource: ResourceKey) => UnreadIn[]>
  /** By kind and digest of the JSON. */
  titles: Memory<string>
  /** By organization and what it is kept by: of each snapshot the reasons, in words. */
  reasons: Memory<ReadonlyMap<number, readonly string[]>>
}

export interface Memory<Found> {
  of(name: string): Found | undefined
  /** Answers what it is given. */
  keep(name: string, found: Found): Found
}

export function makeFindings(): Findings {
  // An outline has a record for each change.
  const outlines = makeMemory<Outline>(4)
  const [titles, reasons] = [
    makeMemory<string>(10_000),
    makeMemory<ReadonlyMap<number, readonly string[]>>(4),
  ]
  return { outlines, gone: makeMemory(4), unread: makeMemory(1), titles, reasons }
}

/** Of those that were asked for last. */
function makeMemory<Found>(most: number): Memory<Found> {
  const kept = new Map<string, Found>()
  const keep = (name: string, found: Found): Found => {
    kept.delete(name)
    kept.set(name, found)
    if (kept.size > most) makeRoom(kept, most)
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

/** A quarter at once: a map is gone through past everything that was deleted from it, so one by one takes ever longer. */
function makeRoom(kept: Map<string, unknown>, most: number): void {
  const rest = Math.ceil(most * 0.75)
  for (const oldest of kept.keys().take(kept.size - Math.max(rest, 1))) kept.delete(oldest)
}
