/** What a bucket with versions keeps of an object that was replaced or removed. */
import type { DeleteMarkerEntry, ListObjectVersionsCommandOutput, ObjectVersion } from '@aws-sdk/client-s3'
import { ObjectAbsent, TargetUnreachable } from '../../errors.ts'
import type { StoredObject } from '../../store.ts'
import { attempted, placeOf, type S3Session } from './session.ts'

interface Version extends StoredObject {
  versionId: string
  isLatest: boolean
}

/** The version that was current then. S3 tells times in whole seconds: of two within one the later counts. */
export async function versionAsOf(session: S3Session, key: string, asOf: number): Promise<string> {
  for await (const version of listVersions(session, key)) {
    if (version.key !== key) break
    if (version.modifiedAt > asOf) continue
    if (version.removed) break
    return version.versionId
  }
  throw new ObjectAbsent(session.target.name, key)
}

/** By key, the newest first. */
export async function* listVersions(session: S3Session, prefix: string): AsyncGenerator<Version> {
  let pending: Version[] = []
  for await (const page of pagesOf(session, prefix)) {
    const listed = [
      ...(page.Versions ?? []).map(version => describe(session, version, false)),
      ...(page.DeleteMarkers ?? []).map(marker => describe(session, marker, true)),
    ]
    const sorted = [...pending, ...listed].sort(newestFirst)
    // The next page may go on with the last key of this one.
    const last = sorted.at(-1)?.key
    pending = sorted.filter(({ key }) => key === last)
    for (const version of sorted.slice(0, sorted.length - pending.length)) yield version
  }
  yield* pending
}

async function* pagesOf(session: S3Session, prefix: string): AsyncGenerator<ListObjectVersionsCommandOutput> {
  const { Bucket, Key: Prefix } = placeOf(session, prefix)
  let after: { KeyMarker?: string; VersionIdMarker?: string } | null = {}
  while (after !== null) {
    const command = new session.sdk.ListObjectVersionsCommand({ Bucket, Prefix, ...after })
    const page: ListObjectVersionsCommandOutput = await attempted(session, prefix, () =>
      session.client.send(command),
    )
    yield page
    const { IsTruncated, NextKeyMarker, NextVersionIdMarker } = page
    if (IsTruncated && NextKeyMarker === undefined)
      throw new TargetUnreachable(session.target.name, 'it does not say how its list goes on')
    after =
      IsTruncated && NextKeyMarker !== undefined
        ? {
            KeyMarker: NextKeyMarker,
            ...(NextVersionIdMarker === undefined ? {} : { VersionIdMarker: NextVersionIdMarker }),
          }
        : null
  }
}

function describe(
  { target }: S3Session,
  listed: ObjectVersion | DeleteMarkerEntry,
  removed: boolean,
): Version {
  const { Key = '', VersionId = 'null', LastModified, IsLatest = false } = listed
  return {
    key: Key.slice(target.prefix.length),
    size: ('Size' in listed ? listed.Size : 0) ?? 0,
    modifiedAt: LastModified?.getTime() ?? 0,
    tag: ('ETag' in listed ? listed.ETag : '') ?? '',
    versionId: VersionId,
    isLatest: IsLatest,
    ...(removed ? { removed } : {}),
  }
}

/** Within one second what has bytes counts as later than its removal: nothing is lost by reading it. */
function newestFirst(left: Version, right: Version): number {
  if (left.key !== right.key) return left.key < right.key ? -1 : 1
  if (left.isLatest !== right.isLatest) return left.isLatest ? -1 : 1
  return right.modifiedAt - left.modifiedAt || Number(left.removed ?? false) - Number(right.removed ?? false)
}
