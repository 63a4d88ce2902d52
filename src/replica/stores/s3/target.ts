/** `s3://bucket/prefix`, with what is set about buckets. */
import { UsageError } from '../../../model/errors.ts'
import { TARGET_TIMEOUT_MS, type TargetSettings } from '../../target-settings.ts'
import { DEFAULT_RETRIES } from '../retry.ts'
import type { LockMode, S3Credentials, S3Target } from './session.ts'

/** Throws UsageError. */
export function s3TargetOf(name: string, settings: TargetSettings): S3Target {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/i.exec(name) ?? []
  const prefix = path.replace(/\/+$/, '')
  if (bucket === undefined || !/^([\w.-]+(\/[\w.-]+)*)?$/.test(prefix))
    throw new UsageError(`"${name}" is no bucket`, { hint: 'write s3://bucket or s3://bucket/folder' })
  const endpoint = settings['replica.bucketEndpoint']
  return {
    name,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: settings['replica.bucketRegion'],
    // Amazon alone is told by the host's name which bucket is meant.
    pathStyle: endpoint !== null,
    credentials: credentialsOf(settings),
    lockMode: lockModeOf(settings['replica.bucketLock']),
    timeoutMs: TARGET_TIMEOUT_MS,
    retries: DEFAULT_RETRIES,
  }
}

function credentialsOf(settings: TargetSettings): S3Credentials | null {
  const accessKeyId = settings['replica.bucketKeyId']
  const secretAccessKey = settings['replica.bucketSecret']
  if (accessKeyId === null && secretAccessKey === null) return null
  if (accessKeyId === null || secretAccessKey === null)
    throw new UsageError('replica.bucketKeyId and replica.bucketSecret are set together, or neither is')
  return { accessKeyId, secretAccessKey }
}

function lockModeOf(text: string): LockMode {
  if (/^governance$/i.test(text)) return 'GOVERNANCE'
  if (/^compliance$/i.test(text)) return 'COMPLIANCE'
  throw new UsageError(`replica.bucketLock is "${text}"`, { hint: 'set governance or compliance' })
}
