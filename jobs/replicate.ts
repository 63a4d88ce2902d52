/** Sends the vault to one of its replicas. It reads the vault by connections of its own; the lease of the target keeps others away. */
import { openStore } from '../src/replica/open-store.ts'
import { type ReplicateReport, replicate as runReplication } from '../src/replica/run/replicate.ts'
import type { ReplicateProgress } from '../src/replica/run/send-vault.ts'
import { assertVaultAt } from '../src/vault/vault.ts'
import { apart } from './apart.ts'

export interface ReplicateData {
  target: string
  /** Begin a replica where there is none. */
  init: boolean
  /** With `init`: also where nothing can be locked, and replica.lock is set. */
  unlocked?: boolean
  /** Keys of objects that a check found damaged: what was in them is sent again. */
  distrusted?: readonly string[]
  /** Of a vault that was just left behind: what its successor begins with. */
  last?: boolean
}

export const replicate = apart<ReplicateData, ReplicateReport, ReplicateProgress>({
  name: 'replicate',
  doc: 'Sends the vault, encrypted, as far as the target does not have it.',
  async run({ config, signal, report }, { target, init, unlocked = false, distrusted = [], last = false }) {
    assertVaultAt(config['vault.path'])
    const store = await openStore(target, config)
    try {
      return await runReplication(store, {
        vaultPath: config['vault.path'],
        init,
        distrusted: new Set(distrusted),
        bytesPerSecond: config['replica.bandwidth'],
        keepMs: config['replica.keep'],
        lockMs: config['replica.lock'],
        unlocked,
        last,
        now: Date.now,
        signal,
        progress: report,
      })
    } finally {
      await store.close()
    }
  },
})
