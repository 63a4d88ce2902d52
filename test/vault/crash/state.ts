/** What a vault says that it holds, so that two of them can be compared, whenever they were written. */
import { existsSync, readdirSync } from 'node:fs'
import { digestOf } from '../../../src/model/digest.ts'
import { VaultMissing } from '../../../src/model/errors.ts'
import type { SnapshotSummary } from '../../../src/model/snapshot.ts'
import { openLedger } from '../../../src/vault/ledger.ts'
import { openVault, type Vault } from '../../../src/vault/vault.ts'
import { viewWithBodies } from '../prune/pages.ts'

export interface State {
  isThere: boolean
  /** Of each sealed snapshot, the digest of all that is in it, bodies read. */
  sealed: Map<number, string>
  /** What people and policies have said of each of these. */
  said: Map<number, string>
  /** Entries of the ledger. */
  acts: number
}

const NOTHING: State = { isThere: false, sealed: new Map(), said: new Map(), acts: 0 }

export function stateOf(path: string): State {
  const vault = openUnlessMissing(path)
  if (vault === null) return NOTHING
  const ledger = openLedger(path, 'read')
  try {
    const snapshots = vault.snapshots().filter(({ state }) => state === 'complete' || state === 'partial')
    return {
      isThere: true,
      sealed: new Map(snapshots.map(({ snapshot }) => [snapshot, contentsOf(vault, snapshot)])),
      said: new Map(snapshots.map(one => [one.snapshot, saidOf(one)])),
      acts: [...ledger.entries()].length,
    }
  } finally {
    ledger.close()
    vault.close()
  }
}

function openUnlessMissing(path: string): Vault | null {
  try {
    return openVault(path)
  } catch (error) {
    if (error instanceof VaultMissing) return null
    throw error
  }
}

function contentsOf(vault: Vault, snapshot: number): string {
  return digestOf(JSON.stringify(viewWithBodies(vault, snapshot)))
}

function saidOf({ pin, tags, holds, forgotten }: SnapshotSummary): string {
  return JSON.stringify({ pin: pin?.reason, tags, holds, isForgotten: forgotten !== undefined })
}

/** What differs; null: nothing. `again`: it may have been done once more, with the same result. */
export function differenceOf(found: State, wanted: State, again = false): string | null {
  if (found.isThere !== wanted.isThere) return found.isThere ? 'there is a vault' : 'there is no vault'
  const newest = Math.max(0, ...wanted.sealed.keys())
  const isRepeated = (snapshot: number) =>
    again && snapshot > newest && found.sealed.get(snapshot) === wanted.sealed.get(newest)
  for (const part of ['sealed', 'said'] as const) {
    const there = new Map([...found[part]].filter(([snapshot]) => !isRepeated(snapshot)))
    const known = wanted[part]
    if ([...there.keys()].join() !== [...known.keys()].join())
      return `snapshots ${[...there.keys()].join()} in the place of ${[...known.keys()].join()}`
    for (const [snapshot, value] of known)
      if (there.get(snapshot) !== value) return `snapshot ${snapshot} is ${part} otherwise`
  }
  return found.acts === wanted.acts ? null : `${found.acts} entries of the ledger, not ${wanted.acts}`
}

/** Files in the making of which nobody takes care any more. */
export function leftovers(path: string): string[] {
  const names = existsSync(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : []
  return names.filter(name => name.endsWith('.part') || name.startsWith('tmp/'))
}
