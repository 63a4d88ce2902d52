/** What lies beside the runs and may be replaced: README.txt, replica.json and recovery.age. The manifest says how they are. */
import { z } from 'zod'
import { digestOf } from '../../model/digest.ts'
import { readRecovery } from '../keys/keyring.ts'
import { README_KEY, RECOVERY_KEY, REPLICA_KEY } from '../layout.ts'
import type { ManifestObject } from '../manifest.ts'
import { README } from '../readme.ts'
import { type ReplicaFile, replicaBytes } from '../replica-file.ts'
import { NOTES, type Reconciled } from './reconcile.ts'
import type { Sending } from './sending.ts'
import type { ReplicaState } from './state.ts'

const notedSchema = z.array(z.object({ key: z.string(), bytes: z.int(), sha256: z.string() }))

export interface Beside {
  objects: ManifestObject[]
  /** Of the same. */
  bytes: ReadonlyMap<string, Buffer>
  /** They are other ones than the newest run says, or not there as they should be. */
  changed: boolean
}

export function besideOf(
  { state }: Pick<Sending, 'state'>,
  { objects: present, distrusted }: Reconciled,
  { replica, vaultPath }: { replica: ReplicaFile; vaultPath: string },
): Beside {
  const recovery = readRecovery(vaultPath)
  const bytes = new Map([
    [README_KEY, Buffer.from(README)],
    [REPLICA_KEY, replicaBytes(replica)],
    ...(recovery === null ? [] : ([[RECOVERY_KEY, recovery]] as const)),
  ])
  const objects = [...bytes].map(([key, content]) => ({
    key,
    bytes: content.length,
    sha256: digestOf(content),
  }))
  const isHarmed = ({ key, bytes: size }: ManifestObject) =>
    distrusted.has(key) || present.get(key)?.size !== size
  const changed = state.get(NOTES.beside) !== JSON.stringify(objects) || objects.some(isHarmed)
  return { objects, bytes, changed }
}

/** As the newest run says that they are. */
export function besideNoted(state: ReplicaState): ManifestObject[] {
  return notedSchema.parse(JSON.parse(state.get(NOTES.beside) ?? '[]'))
}

/** Before the manifest that says how they are. */
export async function putBeside({ put }: Sending, { bytes }: Beside): Promise<void> {
  for (const [key, content] of bytes) await put(key, content)
}
