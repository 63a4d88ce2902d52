/** Retention and legal hold of versions, and what a bucket does by itself. */
import { assertDigestSent, assertDigests } from '../auth/digests.ts'
import { S3Error } from '../errors.ts'
import { type Answer, answerEmpty, answerXml, bucketOf, type Exchange } from '../exchange.ts'
import { type Bucket, type ObjectVersion, versionOf } from '../state/bucket.ts'
import { assertMayRetain, parseMode } from '../state/lock.ts'
import { textOf } from '../xml.ts'
import { passOf } from './removing.ts'

export function putObjectRetention(exchange: Exchange): Answer {
  const version = lockable(exchange)
  const xml = verifiedText(exchange)
  const until = textOf(xml, 'RetainUntilDate')
  const wanted = until === null ? null : { mode: parseMode(textOf(xml, 'Mode')), until: Date.parse(until) }
  assertMayRetain(version.retention, wanted, passOf(exchange))
  version.retention = wanted
  return answerEmpty(200)
}

export function getObjectRetention(exchange: Exchange): Answer {
  const { retention } = lockable(exchange)
  if (retention === null) throw noLock()
  return answerXml('Retention', {
    Mode: retention.mode,
    RetainUntilDate: new Date(retention.until).toISOString(),
  })
}

export function putObjectLegalHold(exchange: Exchange): Answer {
  const version = lockable(exchange)
  version.legalHold = textOf(verifiedText(exchange), 'Status') === 'ON'
  return answerEmpty(200)
}

export function getObjectLegalHold(exchange: Exchange): Answer {
  return answerXml('LegalHold', { Status: lockable(exchange).legalHold ? 'ON' : 'OFF' })
}

export function putObjectLockConfiguration(exchange: Exchange): Answer {
  const bucket = bucketOf(exchange)
  const xml = verifiedText(exchange)
  if (bucket.versioning !== 'Enabled')
    throw new S3Error(
      'InvalidBucketState',
      "Versioning must be 'Enabled' on the bucket to apply a Object Lock configuration",
    )
  const mode = textOf(xml, 'Mode')
  const days = Number(textOf(xml, 'Days') ?? Number(textOf(xml, 'Years')) * 365)
  bucket.lock = { rule: mode === null ? null : { mode: parseMode(mode), days } }
  return answerEmpty(200)
}

export function getObjectLockConfiguration(exchange: Exchange): Answer {
  const { lock } = bucketOf(exchange)
  if (lock === null)
    throw new S3Error(
      'ObjectLockConfigurationNotFoundError',
      'Object Lock configuration does not exist for this bucket',
    )
  const { rule } = lock
  const retention = rule === null ? undefined : { DefaultRetention: { Mode: rule.mode, Days: rule.days } }
  return answerXml('ObjectLockConfiguration', { ObjectLockEnabled: 'Enabled', Rule: retention })
}

function lockable(exchange: Exchange): ObjectVersion {
  const bucket: Bucket = bucketOf(exchange)
  if (bucket.lock === null) throw new S3Error('InvalidRequest', 'Bucket is missing Object Lock Configuration')
  return versionOf(bucket, exchange.key, exchange.query.get('versionId'))
}

function verifiedText({ headers, body }: Exchange): string {
  assertDigestSent(headers, 'Missing required header for this request: Content-MD5 OR x-amz-checksum-*')
  assertDigests(body, headers as Record<string, string>)
  return body.toString()
}

const noLock = (): S3Error =>
  new S3Error(
    'NoSuchObjectLockConfiguration',
    'The specified object does not have a ObjectLock configuration',
  )
