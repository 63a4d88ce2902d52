/** Holds a replica against its own manifests, without any key. */
import { type ReplicaCheck, checkReplica as runCheck } from '../src/replica/check.ts'
import { readKeyring } from '../src/replica/keys/keyring.ts'
import { openStore } from '../src/replica/open-store.ts'
import { runsKnownOf } from '../src/replica/run/known-runs.ts'
import type { Job } from './job.ts'

export interface CheckReplicaData {
  target: string
  readData: boolean
  /** Part n of m of what is read. */
  subset: { n: number; m: number } | null
}

export interface CheckReplicaEvent {
  done: number
  total: number
}

export const checkReplica: Job<CheckReplicaData, ReplicaCheck, CheckReplicaEvent> = {
  name: 'check-replica',
  doc: 'Proves that a replica has what its runs name; with its data read, byte by byte.',
  async run({ config, signal, report }, { target, ...extent }) {
    const store = await openStore(target, config)
    try {
      // Where there is no vault here, the replica is checked by its own word.
      const signer = readKeyring(config['vault.path'])?.signer ?? null
      const known = () => runsKnownOf(config['vault.path'], store.name)
      const progress = (done: number, total: number) => report({ done, total })
      const locks = { lockMs: config['replica.lock'], now: Date.now() }
      return await runCheck(store, { ...extent, locks, signer, known, signal, progress })
    } finally {
      await store.close()
    }
  },
}
