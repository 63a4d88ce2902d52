/** Lists of a bucket: of objects in both forms of the API, and of versions. */
import { S3Error } from '../errors.ts'
import { type Answer, answerXml, bucketOf, type Exchange, isoTime } from '../exchange.ts'
import type { Bucket, ObjectVersion } from '../state/bucket.ts'
import type { Xml } from '../xml.ts'

const MOST_AT_ONCE = 1000

interface Wanted {
  prefix: string
  delimiter: string
  most: number
  encode: (text: string) => string
}

/** An object, or all that share a name up to the delimiter. */
interface Row {
  /** What a list goes on after. */
  last: string
  version: ObjectVersion | null
}

export function listObjectsV2(exchange: Exchange): Answer {
  const { query } = exchange
  const wanted = wantedOf(query)
  const token = query.get('continuation-token')
  const after =
    token === undefined ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString()
  const { rows, next } = page(currentVersions(listed(exchange)), wanted, after)
  return answerXml('ListBucketResult', {
    ...head(exchange, wanted),
    StartAfter: query.get('start-after'),
    ContinuationToken: token,
    NextContinuationToken: next === null ? undefined : Buffer.from(next).toString('base64url'),
    KeyCount: rows.length,
    IsTruncated: next !== null,
    ...contents(rows, wanted),
  })
}

export function listObjects(exchange: Exchange): Answer {
  const wanted = wantedOf(exchange.query)
  const marker = exchange.query.get('marker') ?? ''
  const { rows, next } = page(currentVersions(listed(exchange)), wanted, marker)
  return answerXml('ListBucketResult', {
    ...head(exchange, wanted),
    Marker: wanted.encode(marker),
    NextMarker: next === null ? undefined : wanted.encode(next),
    IsTruncated: next !== null,
    ...contents(rows, wanted),
  })
}

export function listObjectVersions(exchange: Exchange): Answer {
  const { query } = exchange
  const wanted = wantedOf(query)
  const bucket = listed(exchange)
  const all = [...bucket.versions.values()]
    .flat()
    .sort((left, right) => byKey(left, right) || right.order - left.order)
  const marker = query.get('key-marker') ?? ''
  const idMarker = query.get('version-id-marker')
  const place = all.findIndex(({ key, id }) => key === marker && id === idMarker)
  const rest = place < 0 ? all.filter(({ key }) => compareKeys(key, marker) > 0) : all.slice(place + 1)
  const { rows, next } = page(rest, wanted, '')
  const last = next === null ? null : rows.at(-1)
  const versions = rows.flatMap(({ version }) => version ?? [])
  const describe = (version: ObjectVersion): Xml => ({
    Key: wanted.encode(version.key),
    VersionId: version.id,
    IsLatest: bucket.versions.get(version.key)?.[0] === version,
    LastModified: isoTime(version.at),
    ...(version.isDeleteMarker ? {} : describeBody(version)),
  })
  return answerXml('ListVersionsResult', {
    ...head(exchange, wanted),
    KeyMarker: wanted.encode(marker),
    VersionIdMarker: idMarker,
    NextKeyMarker: last ? wanted.encode(last.last) : undefined,
    NextVersionIdMarker: last?.version?.id,
    IsTruncated: next !== null,
    Version: versions.filter(version => !version.isDeleteMarker).map(describe),
    DeleteMarker: versions.filter(version => version.isDeleteMarker).map(describe),
    CommonPrefixes: commonPrefixes(rows, wanted),
  })
}

/** As it is, or as it was when lists were frozen. */
function listed(exchange: Exchange): Bucket {
  return exchange.store.frozen?.get(exchange.bucketName) ?? bucketOf(exchange)
}

function wantedOf(query: Map<string, string>): Wanted {
  const most = Number(query.get('max-keys') ?? MOST_AT_ONCE)
  if (!Number.isInteger(most) || most < 0)
    throw new S3Error('InvalidArgument', 'Argument maxKeys must be an integer between 0 and 2147483647')
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    most: Math.min(most, MOST_AT_ONCE),
    encode:
      query.get('encoding-type') === 'url'
        ? text => encodeURIComponent(text).replaceAll('%2F', '/')
        : text => text,
  }
}

function currentVersions(bucket: Bucket): ObjectVersion[] {
  const newest = [...bucket.versions.values()].flatMap(([first]) => first ?? [])
  return newest.filter(version => !version.isDeleteMarker).sort(byKey)
}

const byKey = (left: ObjectVersion, right: ObjectVersion): number => compareKeys(left.key, right.key)

/** By the bytes of UTF-8. */
const compareKeys = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right))

function page(
  versions: ObjectVersion[],
  wanted: Wanted,
  after: string,
): { rows: Row[]; next: string | null } {
  const rows: Row[] = []
  for (const version of versions) {
    if (!version.key.startsWith(wanted.prefix)) continue
    const shared = sharedPrefix(version.key, wanted)
    const last = shared ?? version.key
    if (after !== '' && compareKeys(last, after) <= 0) continue
    if (shared !== null && rows.at(-1)?.last === shared) continue
    if (rows.length === wanted.most) return { rows, next: rows.at(-1)?.last ?? after }
    rows.push({ last, version: shared === null ? version : null })
  }
  return { rows, next: null }
}

function sharedPrefix(key: string, { prefix, delimiter }: Wanted): string | null {
  const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
  return end < 0 ? null : key.slice(0, end + delimiter.length)
}

function head(exchange: Exchange, { prefix, delimiter, most, encode }: Wanted): Xml {
  return {
    Name: exchange.bucketName,
    Prefix: encode(prefix),
    Delimiter: delimiter === '' ? undefined : encode(delimiter),
    MaxKeys: most,
    EncodingType: exchange.query.get('encoding-type'),
  }
}

function contents(rows: Row[], wanted: Wanted): Xml {
  const objects = rows.flatMap(({ version }) => version ?? [])
  return {
    Contents: objects.map(version => ({
      Key: wanted.encode(version.key),
      LastModified: isoTime(version.at),
      ...describeBody(version),
    })),
    CommonPrefixes: commonPrefixes(rows, wanted),
  }
}

function describeBody({ etag, body, checksums }: ObjectVersion): Xml {
  return {
    ETag: `"${etag}"`,
    Size: body.length,
    ChecksumAlgorithm: Object.keys(checksums),
    StorageClass: 'STANDARD',
  }
}

function commonPrefixes(rows: Row[], { encode }: Wanted): Xml[] {
  return rows.filter(({ version }) => version === null).map(({ last }) => ({ Prefix: encode(last) }))
}
