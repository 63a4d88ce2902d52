/**
 * The fence of a replica: after a run of a later owner of the vault, none of an earlier one is added. A host that lost its vault
 * while it was away has the folder of then still, and would replace in the replica what its successor keeps there.
 */
import { ReplicaFenced } from '../errors.ts'
import { manifestKey } from '../layout.ts'
import { parseManifest } from '../manifest.ts'
import type { ReplicaStore } from '../store.ts'
import { getOrNull } from '../versions.ts'
import { manifestNote, type Reconciled } from './reconcile.ts'
import type { ReplicaState } from './state.ts'

export interface Standing {
  store: ReplicaStore
  state: Pick<ReplicaState, 'get'>
  /** Base64 of SPKI: of this vault. */
  signer: string
  epoch: number
}

/** Asks nothing where the newest run is the one that was written from here. Throws ReplicaFenced. */
export async function assertEpoch(
  { store, state, signer, epoch }: Standing,
  { newest }: Pick<Reconciled, 'newest'>,
): Promise<void> {
  if (newest === 0 || state.get(manifestNote(newest)) !== null) return
  const bytes = await getOrNull(store, manifestKey(newest))
  const manifest = bytes === null ? null : parseManifest(bytes)
  // What others put there decides nothing.
  if (manifest?.signer !== signer || (manifest.epoch ?? 0) <= epoch) return
  throw new ReplicaFenced(store.name, { run: newest, epoch: manifest.epoch ?? 0, ours: epoch })
}
