/** A vault with a few snapshots and large files, its key, and a folder for its replica. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { identitiesIn, makeAgeKeyPair } from '../../src/replica/keys/age.ts'
import { requireKeyring } from '../../src/replica/keys/keyring.ts'
import { addRecipient } from '../../src/replica/keys/manage.ts'
import { recoveryText, signerIn } from '../../src/replica/keys/recovery.ts'
import { type RecoverOptions, recoverInto } from '../../src/replica/recover/recover.ts'
import { type ReplicateOptions, replicate } from '../../src/replica/run/replicate.ts'
import type { ReplicaStore } from '../../src/replica/store.ts'
import { openFolderStore } from '../../src/replica/stores/folder.ts'
import { openVault, type WritableVault } from '../../src/vault/vault.ts'
import { itemOf, newVault, ORGANIZATION, seal, temporaryFolder, viewOf } from '../vault/fixture.ts'
import { runOptions } from './run-options.ts'

const NOW = Date.parse('2026-06-01T02:00:00Z')

export interface ReplicaWorld {
  vault: WritableVault
  vaultPath: string
  target: string
  store: ReplicaStore
  paper: string
  /** A snapshot with these texts by id, and a large file for each name. */
  backUp(items: Record<string, string>, files?: readonly string[]): Promise<void>
  replicate(options?: Partial<ReplicateOptions>, store?: ReplicaStore): ReturnType<typeof replicate>
  recover(options?: Partial<RecoverOptions>, store?: ReplicaStore): Promise<Recovered>
}

export interface Recovered {
  folder: string
  report: Awaited<ReturnType<typeof recoverInto>>
  views: unknown[]
}

export async function replicaWorld(): Promise<ReplicaWorld> {
  const { vault, path: vaultPath } = await newVault({ inlineLimitBytes: 1024 })
  // No passphrase: a second of scrypt for each test.
  const { identity, recipient } = await makeAgeKeyPair()
  await addRecipient(vaultPath, { name: 'ada', recipient }, NOW)
  const paper = recoveryText(requireKeyring(vaultPath), identity)
  const target = join(temporaryFolder(), 'replica')
  const own = openFolderStore(target)
  return {
    vault,
    vaultPath,
    target,
    store: own,
    paper,
    async backUp(items, files = []) {
      const writer = vault.begin(ORGANIZATION, 'test')
      const scope = writer.scope(null, 'organization')
      for (const [id, text] of Object.entries(items)) await scope.add(itemOf(id, text))
      for (const name of files) {
        const { content } = await writer.put(randomBytes(40_000))
        await scope.add({ ...itemOf(name, name), parts: [{ name: 'bytes', content }] })
      }
      await scope.finish({ token: null, exact: true })
      await seal(writer)
    },
    replicate: (options = {}, store = own) => replicate(store, runOptions(vaultPath, options)),
    async recover(options = {}, store = own) {
      const folder = join(temporaryFolder(), 'recovered')
      const keys = { identities: identitiesIn(paper, 'the paper key'), signer: signerIn(paper) }
      const given = { signal: undefined, progress: () => {}, ...keys }
      const report = await recoverInto(folder, store, { ...given, ...options })
      return { folder, report, views: viewsAt(folder) }
    },
  }
}

/** Every snapshot: its digest, and what it holds. */
export function viewsAt(path: string): unknown[] {
  const vault = openVault(path)
  try {
    return vault
      .snapshots()
      .map(({ snapshot, digest }) => ({ snapshot, digest, view: viewOf(vault, snapshot) }))
  } finally {
    vault.close()
  }
}
