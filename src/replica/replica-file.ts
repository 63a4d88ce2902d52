/** `replica.json`: which vault a target is the replica of, and for whom it is encrypted. Not secret, and not believed. */
import { z } from 'zod'
import { digestOf } from '../model/digest.ts'
import { ReplicaUnusable } from './errors.ts'
import { REPLICA_KEY } from './layout.ts'
import type { Locking, PlacedLocked } from './run/locking.ts'
import type { ReplicaStore } from './store.ts'
import { getOrNull } from './versions.ts'

const schema = z.looseObject({
  format: z.literal(1),
  /** Of this replica. */
  id: z.uuid(),
  vault: z.uuid(),
  /** ISO 8601, UTC. */
  created: z.iso.datetime(),
  recipients: z.array(z.string()),
  /** Base64 of SPKI. */
  signer: z.string(),
  store: z.object({
    conditionalCreate: z.boolean(),
    locks: z.boolean(),
    versions: z.boolean(),
    checksums: z.boolean(),
  }),
  /** Begun by somebody who knew that it cannot be locked, though that was asked for. */
  unlocked: z.boolean().optional(),
})

export type ReplicaFile = z.infer<typeof schema>

/** Null: there is none. Throws ReplicaUnusable for one that cannot be read, or that a newer docvault wrote. */
export async function readReplicaFile(
  store: ReplicaStore,
  asOf?: number | undefined,
): Promise<ReplicaFile | null> {
  const bytes = await getOrNull(store, REPLICA_KEY, { asOf })
  if (bytes === null) return null
  try {
    const value: unknown = JSON.parse(String(bytes))
    return schema.parse(value)
  } catch (cause) {
    throw new ReplicaUnusable(`${REPLICA_KEY} of ${store.name} cannot be read, or is of a newer docvault`, {
      cause,
      hint: 'the rest of the replica can be read without it: README.txt there says how',
    })
  }
}

/** Its fields in the order in which they are read: what was read is written as it was. */
export function replicaBytes(file: ReplicaFile): Buffer {
  return Buffer.from(`${JSON.stringify(schema.parse(file), null, 2)}\n`)
}

export async function writeReplicaFile(
  locking: Locking,
  file: ReplicaFile,
  isNew: boolean,
): Promise<PlacedLocked> {
  const bytes = replicaBytes(file)
  return locking.put(REPLICA_KEY, bytes, { sha256: digestOf(bytes), ifAbsent: isNew })
}
