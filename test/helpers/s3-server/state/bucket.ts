/** What a bucket holds: of each key its versions, the newest first. */
import type { Checksums } from '../auth/digests.ts'
import { S3Error } from '../errors.ts'
import { assertUnlocked, type LockRule, type Pass, type Retention } from './lock.ts'

export interface ObjectVersion {
  key: string
  /** `null` where the bucket keeps no versions. */
  id: string
  /** What was written later has a greater one. */
  order: number
  at: number
  isDeleteMarker: boolean
  body: Buffer
  etag: string
  /** Content-Type, x-amz-meta-*: given back as they came. */
  headers: Record<string, string>
  checksums: Checksums
  retention: Retention | null
  legalHold: boolean
}

export interface Upload {
  key: string
  at: number
  headers: Record<string, string>
  checksumName: string | undefined
  retention: Retention | null
  legalHold: boolean
  parts: Map<number, { body: Buffer; etag: string; at: number; checksums: Checksums }>
}

export interface Bucket {
  name: string
  createdAt: number
  versioning: 'off' | 'Enabled' | 'Suspended'
  /** Null: a bucket that was made without object lock. */
  lock: { rule: LockRule | null } | null
  versions: Map<string, ObjectVersion[]>
  uploads: Map<string, Upload>
}

export function makeBucket(name: string, createdAt: number, withLock: boolean): Bucket {
  return {
    name,
    createdAt,
    versioning: withLock ? 'Enabled' : 'off',
    lock: withLock ? { rule: null } : null,
    versions: new Map(),
    uploads: new Map(),
  }
}

export function copyBucket(bucket: Bucket): Bucket {
  return { ...bucket, versions: new Map([...bucket.versions].map(([key, versions]) => [key, [...versions]])) }
}

export function currentVersion(bucket: Bucket, key: string): ObjectVersion | null {
  const [newest] = bucket.versions.get(key) ?? []
  return newest === undefined || newest.isDeleteMarker ? null : newest
}

/** The version that is asked for, or the current one. A delete marker is no object. */
export function versionOf(bucket: Bucket, key: string, id: string | undefined): ObjectVersion {
  const versions = bucket.versions.get(key) ?? []
  if (id !== undefined) {
    const version = versions.find(one => one.id === id)
    if (version === undefined) throw new S3Error('NoSuchVersion', 'The specified version does not exist.')
    const marker = { 'x-amz-delete-marker': 'true', 'x-amz-version-id': id }
    if (version.isDeleteMarker)
      throw new S3Error(
        'MethodNotAllowed',
        'The specified method is not allowed against this resource.',
        marker,
      )
    return version
  }
  const [newest] = versions
  if (newest === undefined) throw new S3Error('NoSuchKey', 'The specified key does not exist.')
  const marker = { 'x-amz-delete-marker': 'true', 'x-amz-version-id': newest.id }
  if (newest.isDeleteMarker) throw new S3Error('NoSuchKey', 'The specified key does not exist.', marker)
  return newest
}

export function putVersion(bucket: Bucket, version: ObjectVersion): void {
  const others = bucket.versions.get(version.key) ?? []
  bucket.versions.set(version.key, [version, ...others.filter(({ id }) => id !== version.id)])
}

/** Takes a version for good, unless it is locked. */
export function removeVersion(bucket: Bucket, key: string, id: string, pass: Pass): ObjectVersion | null {
  const versions = bucket.versions.get(key) ?? []
  const version = versions.find(one => one.id === id)
  if (version === undefined) return null
  assertUnlocked(version, pass)
  const rest = versions.filter(one => one !== version)
  if (rest.length === 0) bucket.versions.delete(key)
  else bucket.versions.set(key, rest)
  return version
}

export function sizeOf(buckets: Iterable<Bucket>): number {
  let bytes = 0
  for (const bucket of buckets) {
    for (const versions of bucket.versions.values()) for (const { body } of versions) bytes += body.length
    for (const upload of bucket.uploads.values())
      for (const { body } of upload.parts.values()) bytes += body.length
  }
  return bytes
}
