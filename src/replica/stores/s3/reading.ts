/** Objects of a bucket: their bytes, what is known of them, and lists of them. */
import type { _Object, HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { ObjectAbsent, TargetUnreachable } from '../../errors.ts'
import type { GetOptions, HeadOptions, StoredObject } from '../../store.ts'
import { refusalOf } from './errors.ts'
import { attempted, placeOf, type S3Session } from './session.ts'
import { versionAsOf } from './versions.ts'

export async function get(
  session: S3Session,
  key: string,
  { range, versionId, asOf }: GetOptions,
): Promise<Buffer> {
  const VersionId = asOf === undefined ? versionId : await versionAsOf(session, key, asOf)
  const Range = range === undefined ? undefined : `bytes=${range.start}-${range.start + range.bytes - 1}`
  return attempted(session, key, async () => {
    const command = new session.sdk.GetObjectCommand({ ...placeOf(session, key), VersionId, Range })
    try {
      const { Body, ContentLength } = await session.client.send(command)
      const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
      if (ContentLength !== undefined && bytes.length !== ContentLength)
        throw new TargetUnreachable(session.target.name, `${key} came cut`)
      return bytes
    } catch (error) {
      // It ends before the range begins.
      if (refusalOf(error)?.status === 416) return Buffer.alloc(0)
      throw error
    }
  })
}

export async function head(
  session: S3Session,
  key: string,
  { versionId }: HeadOptions = {},
): Promise<StoredObject | null> {
  const input = { ...placeOf(session, key), VersionId: versionId, ChecksumMode: 'ENABLED' as const }
  try {
    return await attempted(session, key, async () => {
      const command = new session.sdk.HeadObjectCommand(input)
      return describeHead(key, await session.client.send(command))
    })
  } catch (error) {
    if (error instanceof ObjectAbsent) return null
    throw error
  }
}

function describeHead(key: string, answer: HeadObjectCommandOutput): StoredObject {
  const { ChecksumSHA256, VersionId, ObjectLockRetainUntilDate, ObjectLockMode } = answer
  // Of an object in parts it is the digest of the parts' digests, with their number behind it.
  const isWhole = ChecksumSHA256 !== undefined && !ChecksumSHA256.includes('-')
  return {
    key,
    size: answer.ContentLength ?? 0,
    modifiedAt: answer.LastModified?.getTime() ?? 0,
    tag: answer.ETag ?? '',
    ...(isWhole ? { sha256: Buffer.from(ChecksumSHA256, 'base64').toString('hex') } : {}),
    ...(VersionId === undefined ? {} : { versionId: VersionId }),
    ...(ObjectLockRetainUntilDate === undefined
      ? {}
      : {
          lockedUntil: ObjectLockRetainUntilDate.getTime(),
          compliance: ObjectLockMode === 'COMPLIANCE',
        }),
  }
}

export async function* list(session: S3Session, prefix: string): AsyncGenerator<StoredObject> {
  const { Bucket, Key: Prefix } = placeOf(session, prefix)
  let ContinuationToken: string | undefined
  do {
    const command = new session.sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
    const page = await attempted(session, prefix, () => session.client.send(command))
    for (const object of page.Contents ?? []) yield describeListed(session, object)
    if (page.IsTruncated && (page.NextContinuationToken ?? ContinuationToken) === ContinuationToken)
      throw new TargetUnreachable(session.target.name, 'it does not say how its list goes on')
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (ContinuationToken !== undefined)
}

function describeListed(
  { target }: S3Session,
  { Key = '', Size = 0, LastModified, ETag = '' }: _Object,
): StoredObject {
  return {
    key: Key.slice(target.prefix.length),
    size: Size,
    modifiedAt: LastModified?.getTime() ?? 0,
    tag: ETag,
  }
}
