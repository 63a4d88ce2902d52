/** GET and HEAD of an object, and what is known of it without its bytes. */
import { S3Error } from '../errors.ts'
import { type Answer, answerXml, bucketOf, type Exchange, headerOf } from '../exchange.ts'
import { type Bucket, type ObjectVersion, versionOf } from '../state/bucket.ts'
import { assertReadConditions } from './conditions.ts'

export function getObject(exchange: Exchange): Answer {
  const bucket = bucketOf(exchange)
  const version = versionOf(bucket, exchange.key, exchange.query.get('versionId'))
  assertReadConditions(exchange, version)
  const headers = describe(exchange, bucket, version)
  const range = rangeOf(headerOf(exchange, 'range'), version.body.length)
  if (range === null) return { status: 200, headers, body: version.body }
  const [from, to] = range
  const contentRange = `bytes ${from}-${to}/${version.body.length}`
  return {
    status: 206,
    headers: { ...headers, 'content-range': contentRange },
    body: version.body.subarray(from, to + 1),
  }
}

export function getObjectAttributes(exchange: Exchange): Answer {
  const bucket = bucketOf(exchange)
  const version = versionOf(bucket, exchange.key, exchange.query.get('versionId'))
  const wanted = headerOf(exchange, 'x-amz-object-attributes')
  if (wanted === undefined)
    throw new S3Error(
      'InvalidArgument',
      'The x-amz-object-attributes header specifying the attributes to be retrieved is either missing or empty',
    )
  const names = wanted.split(',').map(name => name.trim())
  const checksums = Object.entries(version.checksums).map(([name, value]) => [`Checksum${name}`, value])
  const attributes = {
    ETag: names.includes('ETag') ? version.etag : undefined,
    Checksum: names.includes('Checksum') && checksums.length > 0 ? Object.fromEntries(checksums) : undefined,
    ObjectSize: names.includes('ObjectSize') ? version.body.length : undefined,
    StorageClass: names.includes('StorageClass') ? 'STANDARD' : undefined,
  }
  const headers = { 'last-modified': httpTime(version.at), ...versionHeader(bucket, version) }
  return answerXml('GetObjectAttributesResponse', attributes, headers)
}

export function versionHeader(bucket: Bucket, { id }: ObjectVersion): Record<string, string> {
  return bucket.versioning === 'off' ? {} : { 'x-amz-version-id': id }
}

export function checksumHeaders({ checksums }: Pick<ObjectVersion, 'checksums'>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(checksums).map(([name, value]) => [`x-amz-checksum-${name.toLowerCase()}`, value]),
  )
}

const httpTime = (at: number): string => new Date(at).toUTCString()

function describe(exchange: Exchange, bucket: Bucket, version: ObjectVersion): Record<string, string> {
  const withChecksums = headerOf(exchange, 'x-amz-checksum-mode')?.toUpperCase() === 'ENABLED'
  const { retention } = version
  return {
    'content-type': 'binary/octet-stream',
    ...version.headers,
    'accept-ranges': 'bytes',
    etag: `"${version.etag}"`,
    'last-modified': httpTime(version.at),
    ...versionHeader(bucket, version),
    ...(withChecksums && headerOf(exchange, 'range') === undefined ? checksumHeaders(version) : {}),
    ...(retention === null
      ? {}
      : {
          'x-amz-object-lock-mode': retention.mode,
          'x-amz-object-lock-retain-until-date': new Date(retention.until).toISOString(),
        }),
    ...(version.legalHold ? { 'x-amz-object-lock-legal-hold': 'ON' } : {}),
  }
}

/** First and last byte; what is no range is not looked at, as HTTP has it. */
function rangeOf(header: string | undefined, size: number): [number, number] | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (from > to) throw new S3Error('InvalidRange', 'The requested range is not satisfiable')
  return [from, to]
}
