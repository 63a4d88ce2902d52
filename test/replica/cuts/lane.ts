/** Where the replica lies while its runs are cut off: in memory, in a folder, or in a bucket of the store for tests. */
import { cpSync, existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ReplicaStore } from '../../../src/replica/store.ts'
import { openFolderStore } from '../../../src/replica/stores/folder.ts'
import { openS3Store } from '../../../src/replica/stores/s3.ts'
import { type Faults, killAt } from '../../helpers/s3-server/faults.ts'
import { type S3Server, startS3Server } from '../../helpers/s3-server/server.ts'
import { copyBucket } from '../../helpers/s3-server/state/bucket.ts'
import { testTarget } from '../../helpers/s3-store.ts'
import { temporaryFolder } from '../../vault/fixture.ts'
import { type Cut, cutStore } from '../cut-store.ts'
import { memoryStore } from '../memory-store.ts'

export interface Lane {
  store: ReplicaStore
  /** The same target, on a way that ends at a request. */
  cutAt(cut: Cut): ReplicaStore
  /** Requests of this work. */
  count(work: (store: ReplicaStore) => Promise<unknown>): Promise<number>
  /** Answers what puts the target back as it is now, as often as is wanted. */
  keep(): () => void
  /** Ends what disturbs it. */
  settle(): void
  /** Everything that is there was written so much earlier. */
  age(ms: number): void
}

export function memoryLane(): Lane {
  const store = memoryStore()
  return {
    ...counted(store),
    keep() {
      const kept = new Map(store.objects)
      return () => {
        store.objects = new Map(kept)
      }
    },
    age(ms) {
      for (const [key, object] of store.objects)
        store.objects.set(key, { ...object, modifiedAt: object.modifiedAt - ms })
    },
  }
}

export function folderLane(): Lane {
  const root = join(temporaryFolder(), 'replica')
  const copy = (from: string, to: string) => {
    rmSync(to, { recursive: true, force: true })
    if (existsSync(from)) cpSync(from, to, { recursive: true, preserveTimestamps: true })
  }
  return {
    ...counted(openFolderStore(root)),
    keep() {
      const kept = join(temporaryFolder(), 'kept')
      copy(root, kept)
      return () => copy(kept, root)
    },
    age(ms) {
      for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        const earlier = new Date(statSync(path).mtimeMs - ms)
        if (entry.isFile()) utimesSync(path, earlier, earlier)
      }
    },
  }
}

/** Requests are calls of the store. */
function counted(store: ReplicaStore): Pick<Lane, 'store' | 'cutAt' | 'count' | 'settle'> {
  return {
    store,
    cutAt: cut => cutStore(store, cut),
    async count(work) {
      const counting = cutStore(store)
      await work(counting)
      return counting.requests
    },
    settle() {},
  }
}

export interface BucketLane extends Lane {
  server: S3Server
  /** The same target; it is asked with the number of the next request. */
  disturb(faultsFrom: (next: number) => Faults): ReplicaStore
}

export async function bucketLane(): Promise<BucketLane> {
  const server = await startS3Server()
  onTestFinished(() => server.close())
  const bucket = server.createBucket('bucket')
  const store = await openS3Store(testTarget(server))
  onTestFinished(() => store.close())
  const disturb = (faultsFrom: (next: number) => Faults) => {
    server.faults = faultsFrom(server.requests.length + 1)
    return store
  }
  return {
    server,
    store,
    disturb,
    cutAt: ({ request, when }) => disturb(next => killAt(next + request - 1, when)),
    async count(work) {
      const before = server.requests.length
      await work(store)
      return server.requests.length - before
    },
    keep() {
      const kept = copyBucket(bucket)
      return () => {
        bucket.versions = copyBucket(kept).versions
      }
    },
    settle() {
      server.faults = () => null
      server.thawLists()
    },
    age(ms) {
      for (const [key, versions] of bucket.versions)
        bucket.versions.set(
          key,
          versions.map(version => ({ ...version, at: version.at - ms })),
        )
    },
  }
}
