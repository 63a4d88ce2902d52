/** DELETE of objects and versions, one by one or many at once. */
import { assertDigestSent, assertDigests } from '../auth/digests.ts'
import { S3Error } from '../errors.ts'
import { type Answer, answerEmpty, answerXml, bucketOf, type Exchange, headerOf } from '../exchange.ts'
import { currentVersion, putVersion, removeVersion } from '../state/bucket.ts'
import type { Pass } from '../state/lock.ts'
import { elementsOf, textOf, type Xml } from '../xml.ts'
import { newId, nextOrder } from './writing.ts'

const MOST_AT_ONCE = 1000

interface Removed {
  versionId: string | null
  isMarker: boolean
}

export function deleteObject(exchange: Exchange): Answer {
  const match = headerOf(exchange, 'if-match')
  const current = currentVersion(bucketOf(exchange), exchange.key)
  if (match !== undefined && current?.etag !== match.replaceAll('"', ''))
    throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
  const { versionId, isMarker } = remove(exchange, exchange.key, exchange.query.get('versionId') ?? null)
  return answerEmpty(204, {
    ...(versionId === null ? {} : { 'x-amz-version-id': versionId }),
    ...(isMarker ? { 'x-amz-delete-marker': 'true' } : {}),
  })
}

/** Each is answered for itself: some may be deleted where others are refused. */
export function deleteObjects(exchange: Exchange): Answer {
  assertDigestSent(
    exchange.headers,
    'Missing required header for this request: Content-MD5 OR x-amz-checksum-*',
  )
  assertDigests(exchange.body, exchange.headers as Record<string, string>)
  const xml = exchange.body.toString()
  const objects = elementsOf(xml, 'Object')
  if (objects.length === 0 || objects.length > MOST_AT_ONCE)
    throw new S3Error(
      'MalformedXML',
      'The XML you provided was not well-formed or did not validate against our published schema',
    )
  const results = objects.map(object =>
    removeListed(exchange, textOf(object, 'Key') ?? '', textOf(object, 'VersionId')),
  )
  const deleted = textOf(xml, 'Quiet') === 'true' ? [] : results.flatMap(({ Deleted }) => Deleted ?? [])
  return answerXml('DeleteResult', { Deleted: deleted, Error: results.flatMap(result => result.Error ?? []) })
}

function removeListed(exchange: Exchange, key: string, id: string | null): { Deleted?: Xml; Error?: Xml } {
  try {
    const { versionId, isMarker } = remove(exchange, key, id)
    const marker = isMarker ? { DeleteMarker: true, DeleteMarkerVersionId: versionId ?? undefined } : {}
    return { Deleted: { Key: key, VersionId: id ?? undefined, ...marker } }
  } catch (error) {
    if (!(error instanceof S3Error)) throw error
    return { Error: { Key: key, VersionId: id ?? undefined, Code: error.code, Message: error.message } }
  }
}

/** What is not there is deleted already. */
function remove(exchange: Exchange, key: string, versionId: string | null): Removed {
  const bucket = bucketOf(exchange)
  const right = versionId === null ? 'remove' : 'remove-version'
  if (!exchange.credential.rights.includes(right)) throw new S3Error('AccessDenied', 'Access Denied')
  if (versionId !== null) {
    const removed = removeVersion(bucket, key, versionId, passOf(exchange))
    return { versionId, isMarker: removed?.isDeleteMarker ?? false }
  }
  if (bucket.versioning === 'off') {
    removeVersion(bucket, key, 'null', passOf(exchange))
    return { versionId: null, isMarker: false }
  }
  const id = bucket.versioning === 'Enabled' ? newId() : 'null'
  const empty = {
    body: Buffer.alloc(0),
    etag: '',
    headers: {},
    checksums: {},
    retention: null,
    legalHold: false,
  }
  putVersion(bucket, {
    ...empty,
    key,
    id,
    order: nextOrder(exchange.store),
    at: exchange.now,
    isDeleteMarker: true,
  })
  return { versionId: id, isMarker: true }
}

export function passOf(exchange: Exchange): Pass {
  const asked = headerOf(exchange, 'x-amz-bypass-governance-retention')?.toLowerCase() === 'true'
  if (asked && bucketOf(exchange).lock === null)
    throw new S3Error(
      'InvalidArgument',
      'x-amz-bypass-governance-retention is only applicable to Object Lock enabled buckets.',
    )
  return { now: exchange.now, bypass: asked && exchange.credential.rights.includes('bypass') }
}
