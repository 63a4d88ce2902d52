/** What a replica has, as far as anybody can see it without a key. */
import { ReplicaUnusable } from '../errors.ts'
import { PACKS } from '../layout.ts'
import type { ReplicaStore } from '../store.ts'
import { type ReplicaRuns, readRuns } from './runs.ts'

export interface ListedRun {
  run: number
  /** ISO 8601, UTC. */
  created: string
  packs: number
  /** Of all that it needs. */
  bytes: number
}

/** Newest first. Throws ReplicaUnusable where there is nothing of a replica. */
export async function listRuns(
  store: ReplicaStore,
  asOf: number | undefined,
): Promise<{ runs: ListedRun[] } & Pick<ReplicaRuns, 'passedOver'>> {
  const { runs, passedOver } = await readRuns(store, { signer: null, asOf })
  if (runs.length === 0 && passedOver.length === 0 && asOf === undefined)
    throw new ReplicaUnusable(`there is no replica at ${store.name}`, {
      hint: 'is the disk mounted, and the path right?',
    })
  return {
    passedOver,
    runs: runs.map(({ run, created, objects }) => ({
      run,
      created,
      packs: objects.filter(({ key }) => key.startsWith(PACKS)).length,
      bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
    })),
  }
}
