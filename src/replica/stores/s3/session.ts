/** A bucket as it was opened: the client, which is loaded only when there is such a target, and where in the bucket the replica is. */
import type * as Sdk from '@aws-sdk/client-s3'
import { StorePackageMissing } from '../../errors.ts'
import { type RetryPolicy, withRetries } from '../retry.ts'
import { withS3Errors } from './errors.ts'

export interface S3Target {
  /** What somebody typed: `s3://bucket/prefix`. */
  name: string
  bucket: string
  /** Empty, or ends with `/`. */
  prefix: string
  /** Null: Amazon's, of the region. */
  endpoint: string | null
  region: string
  /** The bucket in the path instead of the host's name, as most stores but Amazon's want it. */
  pathStyle: boolean
  /** Null: where Amazon's clients look for them: environment, `~/.aws`, the machine's role. */
  credentials: S3Credentials | null
  /** How what is locked is locked. GOVERNANCE can be lifted by who has the right, COMPLIANCE by nobody. */
  lockMode: LockMode
  /** A connection on which nothing moves for so long is given up. */
  timeoutMs: number
  retries: RetryPolicy
}

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
}

export type LockMode = 'GOVERNANCE' | 'COMPLIANCE'

export interface S3Session {
  target: S3Target
  sdk: typeof Sdk
  client: Sdk.S3Client
}

const CONNECT_TIMEOUT_MS = 10_000
/** An object of some tens of MiB on a line of 1 Mbit/s. */
const REQUEST_TIMEOUT_MS = 15 * 60_000

export async function openSession(target: S3Target, load = loadSdk): Promise<S3Session> {
  const sdk = await load().catch((error: unknown) => {
    throw isMissing(error) ? new StorePackageMissing(target.name, '@aws-sdk/client-s3') : error
  })
  const { endpoint, region, pathStyle, credentials, timeoutMs } = target
  const client = new sdk.S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    ...(credentials === null ? {} : { credentials }),
    // By default a body is framed and trailed by its CRC, which several stores refuse. Each digest is sent by name instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Tried again by `attempted`, which also reads the body, and knows which attempt it is.
    maxAttempts: 1,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: timeoutMs,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  })
  return { target, sdk, client }
}

const loadSdk = (): Promise<typeof Sdk> => import('@aws-sdk/client-s3')

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}

/** A request by its key, with the store's refusals in the words of a replica. */
export function attempted<T>(
  { target }: S3Session,
  key: string,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  return withRetries(target.retries, attempt =>
    withS3Errors({ target: target.name, key }, () => work(attempt)),
  )
}

/** Where an object of the replica is. */
export function placeOf({ target }: S3Session, key: string): { Bucket: string; Key: string } {
  return { Bucket: target.bucket, Key: `${target.prefix}${key}` }
}
