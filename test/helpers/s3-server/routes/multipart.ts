/** Objects that come in parts. */
import { createHash } from 'node:crypto'
import { md5 } from '../auth/digests.ts'
import { S3Error } from '../errors.ts'
import {
  type Answer,
  answerEmpty,
  answerXml,
  bucketOf,
  type Exchange,
  headerOf,
  isoTime,
} from '../exchange.ts'
import { currentVersion, type Upload } from '../state/bucket.ts'
import { elementsOf, textOf } from '../xml.ts'
import { assertWriteConditions } from './conditions.ts'
import { checksumHeaders, versionHeader } from './reading.ts'
import {
  assertDigestOfLocked,
  assertKey,
  assertRoom,
  digestsOf,
  keptHeaders,
  locksOf,
  newId,
  store,
} from './writing.ts'

const SMALLEST_PART = 5 * 1024 * 1024
const MOST_PARTS = 10_000

export function createMultipartUpload(exchange: Exchange): Answer {
  const bucket = bucketOf(exchange)
  assertKey(exchange.key)
  const id = newId()
  // The digests come with the parts.
  const locks = locksOf({ ...exchange, headers: { ...exchange.headers, 'content-md5': '' } }, bucket)
  const checksumName = headerOf(exchange, 'x-amz-checksum-algorithm')
  bucket.uploads.set(id, {
    key: exchange.key,
    at: exchange.now,
    headers: keptHeaders(exchange),
    checksumName,
    ...locks,
    parts: new Map(),
  })
  const headers = checksumName === undefined ? undefined : { 'x-amz-checksum-algorithm': checksumName }
  return answerXml(
    'InitiateMultipartUploadResult',
    { Bucket: bucket.name, Key: exchange.key, UploadId: id },
    headers,
  )
}

export function uploadPart(exchange: Exchange): Answer {
  const upload = uploadOf(exchange)
  const number = Number(exchange.query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > MOST_PARTS)
    throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive')
  const checksums = digestsOf(exchange)
  if (upload.retention !== null || upload.legalHold) assertDigestOfLocked(exchange, 'Put Part')
  assertRoom(exchange.store, exchange.body.length)
  const etag = md5(exchange.body)
  upload.parts.set(number, { body: exchange.body, etag, at: exchange.now, checksums })
  return answerEmpty(200, { etag: `"${etag}"`, ...checksumHeaders({ checksums }) })
}

export function completeMultipartUpload(exchange: Exchange): Answer {
  const bucket = bucketOf(exchange)
  const upload = uploadOf(exchange)
  assertWriteConditions(exchange, currentVersion(bucket, exchange.key))
  const parts = namedParts(upload, exchange.body.toString())
  const digests = parts.map(({ etag }) => Buffer.from(etag, 'hex'))
  const etag = `${md5(Buffer.concat(digests))}-${parts.length}`
  const sums = parts.flatMap(({ checksums }) => checksums.SHA256 ?? [])
  const checksums = sums.length === parts.length ? { SHA256: compositeOf(sums) } : {}
  const body = Buffer.concat(parts.map(part => part.body))
  // Completed, the parts are the object: they take no room of their own any more.
  bucket.uploads.delete(exchange.query.get('uploadId') ?? '')
  const { headers, retention, legalHold } = upload
  const version = store(exchange, bucket, { body, etag, headers, checksums, retention, legalHold })
  const result = {
    Location: `/${bucket.name}/${exchange.key}`,
    Bucket: bucket.name,
    Key: exchange.key,
    ETag: `"${etag}"`,
  }
  return answerXml(
    'CompleteMultipartUploadResult',
    { ...result, ChecksumSHA256: checksums.SHA256 },
    versionHeader(bucket, version),
  )
}

export function abortMultipartUpload(exchange: Exchange): Answer {
  uploadOf(exchange)
  bucketOf(exchange).uploads.delete(exchange.query.get('uploadId') ?? '')
  return answerEmpty(204)
}

export function listParts(exchange: Exchange): Answer {
  const { parts } = uploadOf(exchange)
  const rows = [...parts].sort(([left], [right]) => left - right)
  return answerXml('ListPartsResult', {
    Bucket: exchange.bucketName,
    Key: exchange.key,
    UploadId: exchange.query.get('uploadId'),
    IsTruncated: false,
    Part: rows.map(([PartNumber, { body, etag, at }]) => ({
      PartNumber,
      LastModified: isoTime(at),
      ETag: `"${etag}"`,
      Size: body.length,
    })),
  })
}

export function listMultipartUploads(exchange: Exchange): Answer {
  const prefix = exchange.query.get('prefix') ?? ''
  const uploads = [...bucketOf(exchange).uploads].filter(([, { key }]) => key.startsWith(prefix))
  return answerXml('ListMultipartUploadsResult', {
    Bucket: exchange.bucketName,
    IsTruncated: false,
    Upload: uploads.map(([UploadId, { key, at }]) => ({ Key: key, UploadId, Initiated: isoTime(at) })),
  })
}

function uploadOf(exchange: Exchange): Upload {
  const upload = bucketOf(exchange).uploads.get(exchange.query.get('uploadId') ?? '')
  if (upload === undefined || upload.key !== exchange.key)
    throw new S3Error('NoSuchUpload', 'The specified multipart upload does not exist.')
  return upload
}

type Part = Upload['parts'] extends Map<number, infer P> ? P : never

function namedParts(upload: Upload, xml: string): Part[] {
  const named = elementsOf(xml, 'Part').map(part => ({
    number: Number(textOf(part, 'PartNumber')),
    etag: (textOf(part, 'ETag') ?? '').replaceAll('"', ''),
  }))
  if (named.length === 0) throw new S3Error('MalformedXML', 'The XML you provided was not well-formed')
  if (named.some(({ number }, index) => number <= (named[index - 1]?.number ?? 0)))
    throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.')
  return named.map(({ number, etag }, index) => {
    const part = upload.parts.get(number)
    if (part === undefined || part.etag !== etag)
      throw new S3Error('InvalidPart', 'One or more of the specified parts could not be found.')
    if (index < named.length - 1 && part.body.length < SMALLEST_PART)
      throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size')
    return part
  })
}

/** The digest of the parts' digests, and how many they were. */
function compositeOf(sums: string[]): string {
  const digest = createHash('sha256')
  for (const sum of sums) digest.update(Buffer.from(sum, 'base64'))
  return `${digest.digest('base64')}-${sums.length}`
}
