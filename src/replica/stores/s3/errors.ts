/**
 * What S3 stores refuse, as what it is to a replica. Nothing but the name and the message of an answer is taken on: the rest
 * of it may repeat the request, with a session's token in it.
 */
import { DocvaultError, type ErrorDetails } from '../../../model/errors.ts'
import {
  ChecksumMismatch,
  ObjectAbsent,
  ObjectExists,
  TargetFull,
  TargetRefused,
  TargetUnreachable,
} from '../../errors.ts'

export interface Place {
  target: string
  key: string
}

/** What a store, or the way to it, said. */
interface Refusal {
  name: string
  reason: string
  /** Absent: there was no answer. */
  status: number | undefined
}

type Rule = [matches: (refusal: Refusal) => boolean, make: (place: Place, refusal: Refusal) => DocvaultError]

const named = (...names: string[]) => {
  const set = new Set(names)
  return ({ name }: Refusal) => set.has(name)
}

const withStatus = (...statuses: number[]) => {
  const set = new Set<number | undefined>(statuses)
  return ({ status }: Refusal) => set.has(status)
}

const refused = ({ target }: Place, reason: string, details: ErrorDetails = {}) =>
  new TargetRefused(target, reason, details)

/** The first that fits. */
const RULES: Rule[] = [
  [
    named('NoSuchBucket'),
    ({ target }) =>
      new TargetUnreachable(target, 'there is no such bucket', {
        hint: 'make the bucket, with versions and object lock where the store has them, or correct the target',
        retry: 'never',
      }),
  ],
  [
    named('NoSuchKey', 'NotFound', 'NoSuchVersion', 'MethodNotAllowed'),
    ({ target, key }) => new ObjectAbsent(target, key),
  ],
  [withStatus(412), ({ target, key }) => new ObjectExists(target, key)],
  [
    named('QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded'),
    ({ target }, { reason }) => new TargetFull(target, reason),
  ],
  [withStatus(507), ({ target }, { reason }) => new TargetFull(target, reason)],
  [
    named('BadDigest', 'XAmzContentSHA256Mismatch', 'XAmzContentChecksumMismatch', 'IncompleteBody'),
    ({ target, key }) => new ChecksumMismatch(target, key),
  ],
  [
    named('RequestTimeTooSkewed', 'RequestExpired'),
    (place, { reason }) => refused(place, reason, { hint: 'set the clock of this machine', retry: 'later' }),
  ],
  [
    named('CredentialsProviderError'),
    place =>
      refused(place, 'there are no credentials for it', {
        hint: 'give an access key in the settings of the target, in the environment (AWS_ACCESS_KEY_ID) or in ~/.aws/credentials',
      }),
  ],
  [
    named('PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'),
    (place, { reason }) =>
      refused(place, reason, { hint: 'correct the region or the endpoint of the target' }),
  ],
  [
    // 409: somebody else writes the same object at this moment.
    withStatus(408, 409, 429, 500, 502, 503, 504),
    ({ target }, { reason }) => new TargetUnreachable(target, reason),
  ],
  [({ status }) => status === undefined, ({ target }, { reason }) => new TargetUnreachable(target, reason)],
  [() => true, (place, { reason }) => refused(place, reason)],
]

export async function withS3Errors<T>(place: Place, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === null) throw error
    const [, make] = RULES.find(([matches]) => matches(refusal)) ?? []
    throw make?.(place, refusal) ?? error
  }
}

/** Null: our own error, or our own mistake. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error) || error instanceof DocvaultError) return null
  const { name } = error
  const status = statusOf(error)
  if (status !== undefined) return { name, reason: `${name}: ${error.message}`, status }
  const isOfSystem = 'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_')
  if (!isOfSystem && name !== 'TimeoutError' && name !== 'CredentialsProviderError') return null
  return { name, reason: error.message, status }
}

function statusOf(error: Error): number | undefined {
  const metadata = '$metadata' in error ? error.$metadata : undefined
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}
