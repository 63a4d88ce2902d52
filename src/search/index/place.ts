/**
 * How far an index has come, and of which vault: it counts only where the vault still has the very snapshots that it had
 * when the index was written. A vault that was brought back from an older copy, and went on from there, has others.
 */
import { z } from 'zod'
import { isSealed } from '../../model/snapshot.ts'
import type { StatePlace, Vault } from '../../vault/vault.ts'
import { TEXT_FORMAT } from '../text-format.ts'
import type { Connection } from './database.ts'

const placeSchema = z.object({
  format: z.literal(TEXT_FORMAT),
  /** Every state up to it is indexed. */
  since: z.int(),
  resource: z.int(),
  /** How many there are of them. */
  states: z.int(),
  /** Digests of the newest snapshots up to there, one for each organization. */
  snapshots: z.record(z.string(), z.string()),
})
export type IndexPlace = z.infer<typeof placeSchema>

export const PLACE = 'place'

/** Null: nothing is indexed, or what is is not of this vault or of this version. */
export function readPlace(db: Connection, vault: Vault): IndexPlace | null {
  const row = db.prepare<[string], { value: string }>('SELECT value FROM fact WHERE key = +?').get(PLACE)
  if (row === undefined) return null
  const parsed = placeSchema.safeParse(JSON.parse(row.value))
  return parsed.success && isOf(parsed.data, vault) ? parsed.data : null
}

/** The vault has fewer of the states that are indexed: some were pruned. */
export function hasPruned(vault: Vault, place: IndexPlace): boolean {
  return vault.countStates(place.since) < place.states
}

export function writePlace(db: Connection, place: IndexPlace): void {
  db.prepare('INSERT OR REPLACE INTO fact VALUES (?, ?)').run(PLACE, JSON.stringify(place))
}

const LAST = Number.MAX_SAFE_INTEGER

/** What may be indexed: no snapshot up to there will get another state. Null: nothing. */
export function indexableThrough(vault: Vault): Pick<IndexPlace, 'since' | 'snapshots'> | null {
  const all = vault.moments()
  const to = (all.find(({ state }) => state === 'running')?.snapshot ?? LAST) - 1
  const organizations = new Set(all.map(({ organization }) => organization))
  const newest = [...organizations].map(organization => {
    const kept = all.findLast(of => of.organization === organization && of.snapshot <= to && isSealed(of))
    const [pruned] = vault.pruned({ organization, to, newest: 1 })
    return Math.max(kept?.snapshot ?? 0, pruned?.snapshot ?? 0)
  })
  const snapshots = newest.filter(snapshot => snapshot > 0)
  if (snapshots.length === 0) return null
  const digests = snapshots.map(snapshot => [String(snapshot), vault.digestOf(snapshot) ?? ''])
  return { since: Math.max(...snapshots), snapshots: Object.fromEntries(digests) }
}

/** After all states up to a snapshot. */
export function endOf(since: number): StatePlace {
  return { since, resource: LAST }
}

function isOf({ snapshots, since, resource, states }: IndexPlace, vault: Vault): boolean {
  // More than are indexed: it lacks some of them.
  if (resource === LAST && vault.countStates(since) > states) return false
  return Object.entries(snapshots).every(([snapshot, digest]) => vault.digestOf(Number(snapshot)) === digest)
}

/** Less than 0: the first comes first. */
export function comparePlaces(a: StatePlace, b: StatePlace): number {
  return a.since - b.since || a.resource - b.resource
}
