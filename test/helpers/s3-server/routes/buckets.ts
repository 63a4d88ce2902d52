/** Buckets themselves: made, listed, removed, and whether they keep versions. */
import { type ErrorCode, S3Error } from '../errors.ts'
import {
  type Answer,
  answerEmpty,
  answerXml,
  bucketOf,
  type Exchange,
  headerOf,
  isoTime,
} from '../exchange.ts'
import { makeBucket } from '../state/bucket.ts'
import { textOf } from '../xml.ts'

const OWNER = { ID: '0'.repeat(64), DisplayName: 'tests' }

export function listBuckets({ store }: Exchange): Answer {
  const buckets = [...store.buckets.values()].map(({ name, createdAt }) => ({
    Name: name,
    CreationDate: isoTime(createdAt),
  }))
  return answerXml('ListAllMyBucketsResult', { Owner: OWNER, Buckets: { Bucket: buckets } })
}

export function createBucket(exchange: Exchange): Answer {
  const { store, bucketName, now } = exchange
  if (store.buckets.has(bucketName))
    throw new S3Error(
      'BucketAlreadyOwnedByYou',
      'Your previous request to create the named bucket succeeded and you already own it.',
    )
  const withLock = headerOf(exchange, 'x-amz-bucket-object-lock-enabled')?.toLowerCase() === 'true'
  store.buckets.set(bucketName, makeBucket(bucketName, now, withLock))
  return answerEmpty(200, { location: `/${bucketName}` })
}

export function headBucket(exchange: Exchange): Answer {
  bucketOf(exchange)
  return answerEmpty(200, { 'x-amz-bucket-region': 'us-east-1' })
}

export function deleteBucket(exchange: Exchange): Answer {
  const bucket = bucketOf(exchange)
  if (bucket.versions.size > 0)
    throw new S3Error('BucketNotEmpty', 'The bucket you tried to delete is not empty')
  exchange.store.buckets.delete(bucket.name)
  return answerEmpty(204)
}

/** Nothing inside says us-east-1. */
export function getBucketLocation(exchange: Exchange): Answer {
  bucketOf(exchange)
  return answerXml('LocationConstraint', {})
}

export function getBucketVersioning(exchange: Exchange): Answer {
  const { versioning } = bucketOf(exchange)
  return answerXml('VersioningConfiguration', { Status: versioning === 'off' ? undefined : versioning })
}

export function putBucketVersioning(exchange: Exchange): Answer {
  const bucket = bucketOf(exchange)
  const status = textOf(exchange.body.toString(), 'Status')
  if (status !== 'Enabled' && status !== 'Suspended')
    throw new S3Error('MalformedXML', 'The XML you provided was not well-formed')
  if (bucket.lock !== null && status === 'Suspended')
    throw new S3Error(
      'InvalidBucketState',
      'An Object Lock configuration is present on this bucket, so the versioning state cannot be changed.',
    )
  bucket.versioning = status
  return answerEmpty(200)
}

/** Clients look for what this store has not. */
export function lacking(code: ErrorCode): (exchange: Exchange) => Answer {
  return exchange => {
    bucketOf(exchange)
    throw new S3Error(code, 'There is none.')
  }
}
