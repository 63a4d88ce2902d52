/** PUT of an object: as sent, or copied from another. */
import { randomBytes } from 'node:crypto'
import { assertDigestSent, assertDigests, type Checksums, md5 } from '../auth/digests.ts'
import { S3Error } from '../errors.ts'
import {
  type Answer,
  answerEmpty,
  answerXml,
  bucketOf,
  type Exchange,
  headerOf,
  isoTime,
  type StoreState,
} from '../exchange.ts'
import {
  type Bucket,
  currentVersion,
  type ObjectVersion,
  putVersion,
  sizeOf,
  versionOf,
} from '../state/bucket.ts'
import { assertMayRetain, parseMode, type Retention, retentionByRule } from '../state/lock.ts'
import { assertWriteConditions } from './conditions.ts'
import { checksumHeaders, versionHeader } from './reading.ts'

const KEPT_HEADERS = /^(content-(type|encoding|disposition|language)|cache-control|expires|x-amz-meta-.*)$/
const LARGEST_KEY = 1024

/** What makes a version, apart from where and when. */
export type NewVersion = Pick<
  ObjectVersion,
  'body' | 'etag' | 'headers' | 'checksums' | 'retention' | 'legalHold'
>

export function putObject(exchange: Exchange): Answer {
  const bucket = bucketOf(exchange)
  assertKey(exchange.key)
  const checksums = digestsOf(exchange)
  const locks = locksOf(exchange, bucket)
  assertWriteConditions(exchange, currentVersion(bucket, exchange.key))
  const { body } = exchange
  const version = store(exchange, bucket, {
    body,
    etag: md5(body),
    headers: keptHeaders(exchange),
    checksums,
    ...locks,
  })
  return answerEmpty(200, {
    etag: `"${version.etag}"`,
    ...versionHeader(bucket, version),
    ...checksumHeaders(version),
  })
}

export function copyObject(exchange: Exchange): Answer {
  const bucket = bucketOf(exchange)
  const [path = '', versionId] = (headerOf(exchange, 'x-amz-copy-source') ?? '').split('?versionId=')
  const [, from = '', key = ''] = /^\/?([^/]+)\/(.+)$/s.exec(decodeURIComponent(path)) ?? []
  const source = exchange.store.buckets.get(from)
  if (source === undefined) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist')
  const { body, etag, checksums, headers } = versionOf(source, key, versionId)
  const replaced =
    headerOf(exchange, 'x-amz-metadata-directive') === 'REPLACE' ? keptHeaders(exchange) : headers
  if (from === exchange.bucketName && key === exchange.key && replaced === headers)
    throw new S3Error(
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata.",
    )
  const locks = { retention: retentionByRule(bucket.lock?.rule, exchange.now), legalHold: false }
  const version = store(exchange, bucket, { body, etag, checksums, headers: replaced, ...locks })
  return answerXml(
    'CopyObjectResult',
    { LastModified: isoTime(version.at), ETag: `"${etag}"` },
    versionHeader(bucket, version),
  )
}

export function store(exchange: Exchange, bucket: Bucket, made: NewVersion): ObjectVersion {
  assertRoom(exchange.store, made.body.length)
  const id = bucket.versioning === 'Enabled' ? newId() : 'null'
  const order = nextOrder(exchange.store)
  const version = { ...made, key: exchange.key, id, order, at: exchange.now, isDeleteMarker: false }
  putVersion(bucket, version)
  return version
}

export function keptHeaders({ headers }: Exchange): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => KEPT_HEADERS.test(name))
  const decoded = kept.map(([name, value]) => [name, String(value).replace(/^aws-chunked,?\s*/, '')] as const)
  return Object.fromEntries(decoded.filter(([, value]) => value !== ''))
}

export function digestsOf(exchange: Exchange): Checksums {
  return assertDigests(exchange.body, {
    ...(exchange.headers as Record<string, string>),
    ...exchange.trailers,
  })
}

/** As the request says, or by the bucket's default. Where something is locked, its digest has to be known. */
export function locksOf(exchange: Exchange, bucket: Bucket): Pick<ObjectVersion, 'retention' | 'legalHold'> {
  const asked = askedRetention(exchange)
  const hold = headerOf(exchange, 'x-amz-object-lock-legal-hold')
  if ((asked !== null || hold !== undefined) && bucket.lock === null)
    throw new S3Error('InvalidRequest', 'Bucket is missing Object Lock Configuration')
  const retention = asked ?? retentionByRule(bucket.lock?.rule, exchange.now)
  assertMayRetain(null, retention, { now: exchange.now, bypass: false })
  if (retention !== null || hold !== undefined) assertDigestOfLocked(exchange, 'Put Object')
  return { retention, legalHold: hold === 'ON' }
}

export function assertDigestOfLocked(exchange: Exchange, operation: string): void {
  const message = `Content-MD5 OR x-amz-checksum- HTTP header is required for ${operation} requests with Object Lock parameters`
  assertDigestSent({ ...exchange.headers, ...exchange.trailers }, message)
}

function askedRetention(exchange: Exchange): Retention | null {
  const mode = headerOf(exchange, 'x-amz-object-lock-mode')
  const until = headerOf(exchange, 'x-amz-object-lock-retain-until-date')
  if (mode === undefined && until === undefined) return null
  if (mode === undefined || until === undefined)
    throw new S3Error(
      'InvalidArgument',
      'x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be supplied',
    )
  return { mode: parseMode(mode), until: Date.parse(until) }
}

export function assertKey(key: string): void {
  if (Buffer.byteLength(key) > LARGEST_KEY) throw new S3Error('InvalidArgument', 'Your key is too long')
}

export function assertRoom(store: StoreState, bytes: number): void {
  if (sizeOf(store.buckets.values()) + bytes > store.limitBytes)
    throw new S3Error(
      'XMinioStorageFull',
      'Storage backend has reached its minimum free drive threshold. Please delete a few objects to proceed.',
    )
}

export function nextOrder(store: StoreState): number {
  store.nextVersion += 1
  return store.nextVersion
}

export const newId = (): string => randomBytes(24).toString('base64url')
