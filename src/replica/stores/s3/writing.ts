/** Objects into a bucket, locked where it is wanted, and out of it. */
import { createHash } from 'node:crypto'
import type {
  ObjectLockRetentionMode,
  PutObjectCommandInput,
  PutObjectCommandOutput,
} from '@aws-sdk/client-s3'
import { digestOf } from '../../../model/digest.ts'
import { ChecksumMismatch, ObjectAbsent, ObjectExists, TargetRefused } from '../../errors.ts'
import type { HeadOptions, Placed, PutOptions } from '../../store.ts'
import { refusalOf } from './errors.ts'
import { get, head } from './reading.ts'
import { attempted, placeOf, type S3Session } from './session.ts'

export interface Sent {
  key: string
  bytes: Uint8Array
}

export async function put(session: S3Session, sent: Sent, options: PutOptions): Promise<Placed> {
  const { key, bytes } = sent
  const { sha256, ifAbsent, ifTag } = options
  if (digestOf(bytes) !== sha256) throw new ChecksumMismatch(session.target.name, key)
  // A store that knows no conditions writes without a word.
  if (ifAbsent || ifTag !== undefined) await assertCondition(session, key, ifTag)
  return attempted(session, key, async attempt => {
    try {
      return await putConditionally(session, sent, options)
    } catch (error) {
      const isTaken = refusalOf(error)?.status === 412
      // The attempt before may have arrived, and only its answer was lost.
      if (isTaken && attempt > 1 && (await hasDigest(session, key, sha256)))
        return (await head(session, key)) ?? {}
      throw isAbsent(error) ? new ObjectExists(session.target.name, key) : error
    }
  })
}

async function assertCondition(session: S3Session, key: string, ifTag: string | undefined): Promise<void> {
  const found = await head(session, key)
  if (found?.tag !== ifTag) throw new ObjectExists(session.target.name, key)
}

async function putConditionally(session: S3Session, sent: Sent, options: PutOptions): Promise<Placed> {
  const { ifAbsent, ifTag } = options
  const input = inputOf(session, sent, options)
  const condition = ifTag === undefined ? (ifAbsent ? { IfNoneMatch: '*' } : {}) : { IfMatch: ifTag }
  try {
    return placedBy(await session.client.send(new session.sdk.PutObjectCommand({ ...input, ...condition })))
  } catch (error) {
    const knowsNoConditions = refusalOf(error)?.status === 501 && Object.keys(condition).length > 0
    if (!knowsNoConditions) throw error
    return placedBy(await session.client.send(new session.sdk.PutObjectCommand(input)))
  }
}

function placedBy({ ETag, VersionId }: PutObjectCommandOutput): Placed {
  return { tag: ETag, versionId: VersionId }
}

/** What was to be replaced is gone. */
function isAbsent(error: unknown): boolean {
  return refusalOf(error)?.name === 'NoSuchKey'
}

async function hasDigest(session: S3Session, key: string, sha256: string): Promise<boolean> {
  return digestOf(await get(session, key, {})) === sha256
}

/** Its digest, for the store to compare, and the older one that stores without it insist on. */
export function inputOf(
  session: S3Session,
  { key, bytes }: Sent,
  options: PutOptions,
): PutObjectCommandInput {
  const { sha256, lockedUntil } = options
  const { lockMode } = session.target
  return {
    ...placeOf(session, key),
    Body: bytes,
    ContentType: 'application/octet-stream',
    ContentMD5: createHash('md5').update(bytes).digest('base64'),
    ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
    ...(lockedUntil === undefined
      ? {}
      : { ObjectLockMode: lockMode, ObjectLockRetainUntilDate: new Date(lockedUntil) }),
  }
}

/** In a bucket with versions it stays readable as of before; the store's own lifecycle rules take it for good. */
export async function remove(session: S3Session, key: string): Promise<void> {
  const found = await head(session, key)
  if (found === null) return
  const { lockedUntil = 0 } = found
  if (lockedUntil > Date.now())
    throw new TargetRefused(
      session.target.name,
      `${key} is locked until ${new Date(lockedUntil).toISOString()}`,
    )
  await attempted(session, key, () =>
    session.client.send(new session.sdk.DeleteObjectCommand(placeOf(session, key))),
  )
}

/** Never shortened: what holds longer is left. Of a version that is named it is one request. */
export async function extendLock(
  session: S3Session,
  { key, versionId }: SoughtVersion,
  lockedUntil: number,
): Promise<void> {
  const mode = session.target.lockMode
  if (versionId === undefined) return extendFound(session, { key }, lockedUntil)
  try {
    await retain(session, { key, versionId, mode }, lockedUntil)
  } catch (error) {
    if (!(error instanceof TargetRefused)) throw error
    await extendFound(session, { key, versionId }, lockedUntil)
  }
}

async function extendFound(session: S3Session, sought: SoughtVersion, lockedUntil: number): Promise<void> {
  const { key } = sought
  const found = await head(session, key, sought)
  if (found === null) throw new ObjectAbsent(session.target.name, key)
  if ((found.lockedUntil ?? 0) >= lockedUntil) return
  // A lock in compliance is not extended as one in governance.
  const mode = found.compliance ? 'COMPLIANCE' : session.target.lockMode
  await retain(session, { key, versionId: found.versionId, mode }, lockedUntil)
}

interface SoughtVersion extends HeadOptions {
  key: string
}

interface Retained extends SoughtVersion {
  mode: ObjectLockRetentionMode
}

async function retain(
  session: S3Session,
  { key, versionId, mode }: Retained,
  lockedUntil: number,
): Promise<void> {
  const Retention = { Mode: mode, RetainUntilDate: new Date(lockedUntil) }
  const version = versionId === undefined ? {} : { VersionId: versionId }
  const input = { ...placeOf(session, key), ...version, Retention, ChecksumAlgorithm: 'SHA256' as const }
  await attempted(session, key, () => session.client.send(new session.sdk.PutObjectRetentionCommand(input)))
}
