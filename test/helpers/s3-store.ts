/** A bucket of a store for tests, opened as the target of a replica. */
import { onTestFinished } from 'vitest'
import type { ReplicaStore } from '../../src/replica/store.ts'
import type { S3Target } from '../../src/replica/stores/s3/session.ts'
import { openS3Store } from '../../src/replica/stores/s3.ts'
import { OWNER, type S3Server, type S3ServerOptions, startS3Server } from './s3-server/server.ts'
import type { Bucket } from './s3-server/state/bucket.ts'

export interface TestBucket {
  server: S3Server
  bucket: Bucket
  store: ReplicaStore
  /** The same bucket, by somebody else or otherwise. */
  open(target: Partial<S3Target>): Promise<ReplicaStore>
}

export interface TestBucketOptions extends S3ServerOptions {
  withLock?: boolean
}

export async function openTestBucket({
  withLock = false,
  ...options
}: TestBucketOptions = {}): Promise<TestBucket> {
  const server = await startS3Server(options)
  onTestFinished(() => server.close())
  const bucket = server.createBucket('bucket', { withLock })
  const open = async (target: Partial<S3Target>) => {
    const store = await openS3Store({ ...testTarget(server), ...target })
    onTestFinished(() => store.close())
    return store
  }
  return { server, bucket, store: await open({}), open }
}

export function testTarget({ url }: { url: string }): S3Target {
  return {
    name: 's3://bucket/replica',
    bucket: 'bucket',
    prefix: 'replica/',
    endpoint: url,
    region: 'us-east-1',
    pathStyle: true,
    credentials: { accessKeyId: OWNER.id, secretAccessKey: OWNER.secret },
    lockMode: 'GOVERNANCE',
    timeoutMs: 5000,
    retries: { attempts: 3, firstPauseMs: 1 },
  }
}
